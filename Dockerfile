# A room in a container: `docker build -t standpat .`, then `docker run -p 8027:8027 -v standpat:/data standpat`.
# docs/running.md, "In a container", has the rest. PYTHON names another base image with Python 3.11 or newer.
ARG PYTHON=docker.io/library/python:3.13-slim

FROM ${PYTHON} AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN python3 -m venv /opt/standpat \
 && /opt/standpat/bin/pip install --no-cache-dir --disable-pip-version-check '.[postgres]'

FROM ${PYTHON}
RUN useradd --system --uid 8027 --home-dir /data --shell /usr/sbin/nologin standpat \
 && install -d -o standpat -g standpat -m 700 /data
COPY --from=build /opt/standpat /opt/standpat
ENV PATH=/opt/standpat/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/data/compiled \
    XDG_DATA_HOME=/data
USER standpat
VOLUME /data
EXPOSE 8027
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python3", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8027/healthz', timeout=4).read()"]
ENTRYPOINT ["standpat"]
CMD ["serve", "--host", "0.0.0.0"]
