//! The properties of the fuzz targets, on bytes of a pinned generator, which are in no corpus.

mod properties;

use gridlaw::rng::Generator;

#[test]
fn properties_hold_on_arbitrary_bytes() {
    for &(name, property) in properties::ALL {
        for number in 0..200 {
            let mut generator = Generator::for_game(name.len() as u64, number);
            let length = generator.below(2000);
            let data: Vec<u8> = (0..length).map(|_| generator.below(256) as u8).collect();
            properties::run(property, &data);
        }
    }
}
