//! `double` against exact arithmetic: not one unit in the last place may be wrong.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::panic,
    clippy::indexing_slicing
)]

use num_bigint::BigUint;
use proptest::prelude::*;
use resp_core::double;

/// Number of bits of a double's significand.
const DIGITS: u64 = 53;
/// The exponent of the last bit of the smallest doubles.
const MIN_EXPONENT: i64 = -1074;

/// `[+-]digits[.digits][e[+-]digits]` to the nearest double, ties to even, in integers of any size.
fn reference(text: &str) -> f64 {
    let (negative, text) = match text.as_bytes()[0] {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: BigUint = format!("{integer}{fraction}").parse().unwrap();
    // An exponent of more than 15 digits is beyond any number of digits here.
    let sign = if exponent.starts_with('-') { -1 } else { 1 };
    let exponent = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
    let exponent: i64 = if exponent.len() > 15 { i64::MAX / 4 } else { format!("0{exponent}").parse().unwrap() };
    let magnitude = nearest(&digits, sign * exponent - fraction.len() as i64);
    if negative { -magnitude } else { magnitude }
}

/// `digits * 10^exponent` to the nearest double.
fn nearest(digits: &BigUint, exponent: i64) -> f64 {
    let zero = BigUint::ZERO;
    let decimal_length = digits.to_string().len() as i64;
    if *digits == zero || decimal_length + exponent < -400 {
        return 0.0;
    }
    if decimal_length + exponent > 400 {
        return f64::INFINITY;
    }
    // The number is top / bottom, exactly.
    let power = BigUint::from(10_u32).pow(exponent.unsigned_abs() as u32);
    let (top, bottom) = if exponent >= 0 { (digits * power, BigUint::from(1_u32)) } else { (digits.clone(), power) };

    // top / bottom = quotient * 2^shift with a quotient of 53 bits, or of fewer among the smallest doubles.
    let mut shift = (top.bits() as i64 - bottom.bits() as i64 - DIGITS as i64).max(MIN_EXPONENT);
    let (mut quotient, mut remainder, mut divisor) = divide(&top, &bottom, shift);
    if quotient.bits() > DIGITS {
        shift += 1;
        (quotient, remainder, divisor) = divide(&top, &bottom, shift);
    }
    let twice = remainder * 2_u32;
    if twice > divisor || (twice == divisor && quotient.bit(0)) {
        quotient += 1_u32;
    }
    let significand: u64 = quotient.try_into().unwrap();
    assemble(significand, shift)
}

/// `top / (bottom * 2^shift)`: quotient, remainder, divisor.
fn divide(top: &BigUint, bottom: &BigUint, shift: i64) -> (BigUint, BigUint, BigUint) {
    let places = shift.unsigned_abs();
    let (top, bottom) = if shift > 0 { (top.clone(), bottom << places) } else { (top << places, bottom.clone()) };
    (&top / &bottom, &top % &bottom, bottom)
}

/// `significand * 2^exponent`, which has at most 53 bits or is 2^53, from its bits.
fn assemble(significand: u64, exponent: i64) -> f64 {
    let (significand, exponent) =
        if significand == 1 << DIGITS { (significand >> 1, exponent + 1) } else { (significand, exponent) };
    if significand < 1 << (DIGITS - 1) {
        assert_eq!(exponent, MIN_EXPONENT, "only the smallest doubles have fewer bits");
        return f64::from_bits(significand);
    }
    let biased = exponent - MIN_EXPONENT + 1;
    if biased >= 0x7ff {
        return f64::INFINITY;
    }
    f64::from_bits(((biased as u64) << (DIGITS - 1)) | (significand & ((1 << (DIGITS - 1)) - 1)))
}

fn check(text: &str) {
    let (got, expected) = (double(text.as_bytes()), reference(text));
    assert_eq!(got.to_bits(), expected.to_bits(), "{text}: got {got:e}, expected {expected:e}");
}

#[test]
fn the_reference_knows_some_bits() {
    let known = [
        ("1", 0x3ff0_0000_0000_0000),
        ("0.1", 0x3fb9_9999_9999_999a),
        ("5e-324", 1),
        ("2.2250738585072011e-308", 0x000f_ffff_ffff_ffff),
        ("2.2250738585072014e-308", 0x0010_0000_0000_0000),
        ("1.7976931348623157e308", 0x7fef_ffff_ffff_ffff),
        ("1e400", 0x7ff0_0000_0000_0000),
        ("-0", 0x8000_0000_0000_0000),
        ("9007199254740993", 0x4340_0000_0000_0000),
    ];
    for (text, bits) in known {
        assert_eq!(reference(text).to_bits(), bits, "{text}");
    }
}

#[test]
fn integers_and_fractions() {
    for text in
        ["0", "1", "+1", "-1", "0.5", "007.250", "3.141592653589793238462643383279", "10", "1e0", "1E+2", "1e-2"]
    {
        check(text);
    }
}

#[test]
fn halfway_between_two_doubles() {
    for text in [
        "9007199254740992",
        "9007199254740993",
        "9007199254740994",
        "9007199254740995",
        "9007199254740993.0000000000000000000000000000000000000001",
        "9007199254740992.9999999999999999999999999999999999999999",
        "9007199254740995.0000000000000000000000000000000000000001",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
        "1.00000000000000033306690738754696212708950042724609375",
        "6.631236846766476e-316",
        "3.237883913302901289588352412501532174863037669423108059901297049552301970670676565786835742587799557860615776559838283435514391084153169252689190564396459577394618038928365305143463955100356696665629202017331344031730044369360205258345803431471660032699580731300954848363975548690010751530018881758184174569652173110473696022749934638425380623369774736560008997404060967498028389191878963968575439222206416981462690113342524002724385941651051293552601421155333430225237291523843322331326138431477823591142408800030775170625915670728657003151953664260769822494937951845801530895238439819708403389937873241463484205608000027270531106827387907791444918534771598750162812548862768493201518991668028251730299953143924168545708663913273994694463908672332763671875e-319",
        "1e23",
        "8.5e22",
        "7.2057594037927933e16",
        "36028797018963969",
    ] {
        check(text);
    }
}

#[test]
fn borders_of_the_subnormal_doubles() {
    for text in [
        "5e-324",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.47032822920623272e-324",
        "2.470328229206232720882843964341106861825299013071623822127928412503377536351043759326499181808179961898982823477228588654633283551779698981993873980053909390631503565951557022639229085839244910518443593180284993653615250031937045767824921936562366986365848075700158576926990370631192827955855133292783433840935197801553124659726357957462276646527282722005637400648549997709659947045402082816622623785739345073633900796776193057750674017632467360096895134053553745851666113422376667860416215968046191446729184030053005753084904876539171138659164623952491262365388187963623937328042389101867234849766823508986338858792562830275599565752445550725518931369083625477918694866799496832404970582102851318545139621383772282614543769341253209859132766723632812e-324",
        "1e-324",
        "2e-324",
        "3e-324",
        "7e-324",
        "8e-324",
        "1e-323",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072013e-308",
        "2.2250738585072014e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
        "-5e-324",
        "-1e-400",
    ] {
        check(text);
    }
}

#[test]
fn border_of_infinity() {
    for text in [
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042879.999",
        "1e308",
        "1e309",
        "1e400",
        "-1e400",
        "1e99999999999999999999999999",
        "1e-99999999999999999999999999",
        "0e99999999999999999999999999",
        "-0e-99999999999999999999999999",
        "0.00000000000000000000000000000000000001e345",
        "100000000000000000000000000000000000000e-361",
    ] {
        check(text);
    }
}

#[test]
fn long_strings_of_digits() {
    for digit in ["1", "5", "9", "0"] {
        for length in [15, 16, 17, 18, 19, 20, 21, 100, 308, 309, 400] {
            check(&digit.repeat(length));
            check(&format!("1{}", digit.repeat(length)));
            check(&format!("0.{}", digit.repeat(length)));
            check(&format!("0.{}1", "0".repeat(length)));
            check(&format!("{}.5e-{length}", digit.repeat(length)));
            check(&format!("{}e-{length}", "0".repeat(length) + digit));
        }
    }
    // The exponent just makes up for the digits.
    check(&format!("1{}e-600", "0".repeat(600)));
    check(&format!("0.{}1e600", "0".repeat(600)));
}

#[test]
fn zero_keeps_its_sign() {
    for text in ["-0", "-0.0", "-0e5", "-00.000e-7"] {
        assert_eq!(double(text.as_bytes()).to_bits(), (-0.0_f64).to_bits(), "{text}");
    }
    for text in ["0", "+0", "0.0", "0e-5"] {
        assert_eq!(double(text.as_bytes()).to_bits(), 0.0_f64.to_bits(), "{text}");
    }
}

#[test]
fn infinity_in_every_spelling() {
    for text in ["inf", "Inf", "INF", "iNf", "+inf"] {
        assert_eq!(double(text.as_bytes()), f64::INFINITY, "{text}");
    }
    for text in ["-inf", "-INF"] {
        assert_eq!(double(text.as_bytes()), f64::NEG_INFINITY, "{text}");
    }
}

#[test]
fn nan_in_every_spelling() {
    for text in ["nan", "NaN", "NAN", "+nan", "-nan", "nan()", "-nan(ind)", "nan(0x7ff_8)", "NAN(a_Z9)"] {
        assert!(double(text.as_bytes()).is_nan(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_digits_and_exponents(text in "[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?") {
        check(&text);
    }

    #[test]
    fn shortest_representation_of_any_double(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        for text in [format!("{value:e}"), format!("{value:.17e}")] {
            prop_assert_eq!(double(text.as_bytes()).to_bits(), bits, "{}", text);
            prop_assert_eq!(reference(&text).to_bits(), bits, "{}", text);
        }
    }

    /// The place halfway to the next double, and just beside it.
    #[test]
    fn halfway_above_any_double(bits in 0..0x7fef_ffff_ffff_ffff_u64) {
        let (digits, places) = halfway(bits);
        check(&format!("{digits}e-{places}"));
        check(&format!("{digits}1e-{}", places + 1));
        check(&format!("{}9e-{}", digits - 1_u32, places + 1));
    }
}

/// `digits / 10^places` lies halfway between the double of these bits and the next.
fn halfway(bits: u64) -> (BigUint, u32) {
    let biased = (bits >> (DIGITS - 1)) as i64;
    let fraction = bits & ((1 << (DIGITS - 1)) - 1);
    let (significand, exponent) =
        if biased == 0 { (fraction, MIN_EXPONENT) } else { (fraction | 1 << (DIGITS - 1), MIN_EXPONENT + biased - 1) };
    let (top, exponent) = (BigUint::from(2 * significand + 1), exponent - 1);
    let places = exponent.unsigned_abs() as u32;
    // 2^-n is 5^n / 10^n.
    if exponent >= 0 { (top << places, 0) } else { (top * BigUint::from(5_u32).pow(places), places) }
}
