//! Random hands to the end with poker-arena's engine, for `bench/kernel.py`: `PROGRAM GAME SEATS HANDS SEED`.
//!
//! It plays with `poker_core::game::HandState` on one thread, by the habit `standpat.lab.kernel.play.UNIFORM`, blinds 5/10,
//! stacks of 1,000. For each decision it asks for the legal actions once and applies one; the events are dropped. Build it
//! as a crate beside `poker-core` with `opt-level = 3`, `lto = "fat"`, `codegen-units = 1`, `panic = "abort"` and
//! `-C target-cpu=native`, and let STANDPAT_ARENA_BENCH name the program. It prints {"hands":…, "decisions":…, "seconds":…}.

use poker_core::card::Deck;
use poker_core::game::{Action, GameSpec, HandState, Stakes};
use poker_core::rng::Rng64;
use std::time::Instant;

/// Fold 85/256 where there is a bet, raise 128/256 where it may be raised; each card is discarded with 128/256.
fn choose(hand: &HandState, random: &mut Rng64) -> Option<Action> {
    let legal = hand.legal_actions()?;
    let z = random.next_u64();
    if let Some(draw) = legal.draw {
        let seat = hand.to_act().unwrap();
        let mut mask = (z & 31) as u32;
        if mask.count_ones() > draw.max_discards as u32 { mask = 0; }
        let mut cards = Vec::with_capacity(mask.count_ones() as usize);
        for (k, card) in hand.hole_cards(seat).iter().enumerate() {
            if mask >> k & 1 == 1 { cards.push(*card); }
        }
        return Some(Action::Discard { cards });
    }
    if legal.fold && (z & 255) < 85 { return Some(Action::Fold); }
    let (bounds, opening) = match (legal.bet, legal.raise) {
        (Some(b), _) => (Some(b), true),
        (None, r) => (r, false),
    };
    if let Some(b) = bounds && (z >> 8 & 255) < 128 {
        let span = b.max_to - b.min_to + 1;
        let to = if span == 1 { b.min_to } else { b.min_to + ((z >> 32) * span >> 32) };
        return Some(if opening { Action::Bet { to } } else { Action::Raise { to } });
    }
    Some(if legal.check { Action::Check } else { Action::Call })
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let seats: usize = args[2].parse().unwrap();
    let hands: u64 = args[3].parse().unwrap();
    let seed: u64 = args[4].parse().unwrap();
    let stakes = Stakes::Blinds { small_blind: 5, big_blind: 10, ante: 0 };
    let spec = match args[1].as_str() {
        "27td" => GameSpec::td27_fl(stakes),
        "a5td" => GameSpec::a5td_fl(stakes),
        "27sd" => GameSpec::td27sd_nl(stakes),
        other => panic!("no game {other}"),
    };
    let stacks = vec![1000u64; seats];
    let mut decisions = 0u64;
    let mut won = 0i64;
    let mut random = Rng64::from_seed_stream(seed, u64::MAX);
    let mut rng = Rng64::from_seed_stream(seed, 0);
    let start = Instant::now();
    for number in 0..hands {
        let deck = Deck::shuffled(&mut rng);
        let (mut hand, events) =
            HandState::new(&spec, &stacks, seats - 1, number, deck, rng.clone()).unwrap();
        std::hint::black_box(&events);
        while let Some(action) = choose(&hand, &mut random) {
            decisions += 1;
            std::hint::black_box(&hand.apply(action).unwrap());
        }
        won += hand.settlement().unwrap().nets[0];
    }
    let seconds = start.elapsed().as_secs_f64();
    std::hint::black_box(won);
    println!("{{\"hands\": {hands}, \"decisions\": {decisions}, \"seconds\": {seconds}}}");
}
