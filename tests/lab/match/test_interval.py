from statistics import fmean, stdev

import pytest

from standpat.lab.match.interval import Mean, _within, half_width, student_t


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (60, 2.0003), (120, 1.9799)],
)
def test_quantiles_of_the_printed_tables(freedom: int, quantile: float) -> None:
    assert student_t(freedom) == pytest.approx(quantile, abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.706204736174694),
        (2, 4.302652729749462),
        (3, 3.1824463052837078),
        (5, 2.5705818356363146),
        (10, 2.228138851986274),
        (29, 2.045229642132703),
        (40, 2.021075390306273),
        (41, 2.019540970441376),
        (60, 2.0002978220142604),
        (100, 1.9839715185235518),
        (1000, 1.9623390808264083),
        (10_000, 1.960201239890626),
    ],
)
def test_quantiles_are_scipys(freedom: int, quantile: float) -> None:
    """`scipy.stats.t.ppf(0.975, freedom)` of scipy 1.17.1."""
    assert student_t(freedom) == pytest.approx(quantile, abs=1e-8)


@pytest.mark.parametrize("freedom", [41, 42, 99, 1000])
def test_the_expansion_agrees_with_the_distribution(freedom: int) -> None:
    assert _within(student_t(freedom), freedom) == pytest.approx(0.95, abs=1e-9)


def test_half_width_is_that_of_the_mean() -> None:
    values = [3, -10, 25, 7, 7]
    expected = 2.77645 * stdev(values) / 5**0.5
    assert half_width(5, sum(values), sum([v * v for v in values])) == pytest.approx(expected, rel=1e-5)
    assert half_width(4, int(4 * fmean([2, 2])), 16) == 0


def test_one_observation_has_no_interval() -> None:
    assert half_width(1, 5, 25) is None
    with pytest.raises(ValueError, match="1 degree"):
        student_t(0)


def test_a_mean_tells_its_interval() -> None:
    mean = Mean()
    mean.add(1.5)
    assert f"{mean:.1f}" == "1.5 ± ?"
    for value in (2.5, 0.5, 3.5):
        mean.add(value)
    assert f"{mean:+.2f}" == "+2.00 ± 2.05"
