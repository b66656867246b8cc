//! Whether this processor has the instructions that the program was built with. It is asked before anything else, so that
//! an older one gets a sentence and not an illegal instruction.
//!
//! `is_x86_feature_detected!` does not help: of instructions that the whole program is built with it says yes without
//! asking. So the processor is asked here. Until it has answered nothing is allocated or formatted, since code for that
//! may have been built with the very instructions; tools/check-processors tries it on an old processor.

#![allow(unsafe_code)] // the instruction that asks

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::io::Write;

/// What a processor says of itself.
#[derive(Clone, Copy, Default)]
struct Processor {
    /// Leaf 1, ECX.
    basic: u32,
    /// Leaf 7, EBX.
    structured: u32,
    /// Leaf `0x8000_0001`, ECX.
    extended: u32,
    /// Which registers the operating system saves (XCR0).
    saved: u32,
}

/// Where an answer stands.
#[derive(Clone, Copy)]
enum Answer {
    Basic(u32),
    Structured(u32),
    Extended(u32),
    /// The same as the first, for instructions whose wide registers the operating system has to save.
    BasicWide(u32),
    /// The same as the second.
    StructuredWide(u32),
}

/// The operating system says which registers it saves.
const OS_SAVES: u32 = 1 << 27;
/// It saves the registers of SSE and those of AVX.
const WIDE_REGISTERS: u32 = 0b110;

/// An instruction set: its name, whether the program was built with it, and where the processor says that it has it.
type Need = (&'static str, bool, Answer);

/// All that builds for x86-64 in its second and third version take for granted.
const NEEDS: [Need; 13] = [
    ("SSE3", cfg!(target_feature = "sse3"), Answer::Basic(0)),
    ("SSSE3", cfg!(target_feature = "ssse3"), Answer::Basic(9)),
    ("SSE4.1", cfg!(target_feature = "sse4.1"), Answer::Basic(19)),
    ("SSE4.2", cfg!(target_feature = "sse4.2"), Answer::Basic(20)),
    ("MOVBE", cfg!(target_feature = "movbe"), Answer::Basic(22)),
    ("POPCNT", cfg!(target_feature = "popcnt"), Answer::Basic(23)),
    ("LZCNT", cfg!(target_feature = "lzcnt"), Answer::Extended(5)),
    ("BMI1", cfg!(target_feature = "bmi1"), Answer::Structured(3)),
    ("BMI2", cfg!(target_feature = "bmi2"), Answer::Structured(8)),
    ("FMA", cfg!(target_feature = "fma"), Answer::BasicWide(12)),
    ("F16C", cfg!(target_feature = "f16c"), Answer::BasicWide(29)),
    ("AVX", cfg!(target_feature = "avx"), Answer::BasicWide(28)),
    ("AVX2", cfg!(target_feature = "avx2"), Answer::StructuredWide(5)),
];

impl Processor {
    /// The processor that this runs on.
    fn ask() -> Self {
        // SAFETY: every processor of this architecture has the instruction. Newer compilers take that for granted.
        #[allow(unused_unsafe)]
        let leaf = |leaf: u32| unsafe { __cpuid_count(leaf, 0) };
        let (last, last_extended) = (leaf(0).eax, leaf(0x8000_0000).eax);
        let basic = leaf(1).ecx;
        let structured = if last >= 7 { leaf(7).ebx } else { 0 };
        let extended = if last_extended >= 0x8000_0001 { leaf(0x8000_0001).ecx } else { 0 };
        let mut saved = 0;
        if basic & OS_SAVES != 0 {
            // SAFETY: the processor has just said that the instruction is there and allowed.
            unsafe {
                asm!("xgetbv", in("ecx") 0, out("eax") saved, out("edx") _, options(nomem, nostack));
            }
        }
        Self { basic, structured, extended, saved }
    }

    fn has(&self, answer: Answer) -> bool {
        let is_set = |word: u32, bit: u32| word >> bit & 1 == 1;
        let is_wide = self.saved & WIDE_REGISTERS == WIDE_REGISTERS;
        match answer {
            Answer::Basic(bit) => is_set(self.basic, bit),
            Answer::Structured(bit) => is_set(self.structured, bit),
            Answer::Extended(bit) => is_set(self.extended, bit),
            Answer::BasicWide(bit) => is_wide && is_set(self.basic, bit),
            Answer::StructuredWide(bit) => is_wide && is_set(self.structured, bit),
        }
    }
}

/// Says which instructions are missing, if any are; whether that is so.
#[inline(never)]
pub fn is_too_old() -> bool {
    complain(&NEEDS, &Processor::ask(), &mut std::io::stderr())
}

fn complain(needs: &[Need], processor: &Processor, out: &mut dyn Write) -> bool {
    let mut is_too_old = false;
    // If nobody reads it, so be it.
    let mut say = |text: &str| drop(out.write_all(text.as_bytes()));
    for &(name, is_built_in, answer) in needs {
        if is_built_in && !processor.has(answer) {
            let start = "error: this program was built for processors that have what this one lacks: ";
            say(if is_too_old { ", " } else { start });
            say(name);
            is_too_old = true;
        }
    }
    if is_too_old {
        say("; a build for every x86-64 (\"make generic\") runs here\n");
    }
    is_too_old
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a processor, where the program was built with everything.
    fn said(processor: &Processor) -> String {
        let mut text = Vec::new();
        let needs = NEEDS.map(|(name, _, answer)| (name, true, answer));
        assert_eq!(complain(&needs, processor, &mut text), !text.is_empty());
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn the_processor_that_runs_the_tests_is_new_enough() {
        assert!(!is_too_old());
    }

    #[test]
    fn what_is_missing_is_named() {
        let new = Processor { basic: !0, structured: !0, extended: !0, saved: !0 };
        assert_eq!(said(&new), "");
        // Nehalem, of 2008.
        let old = Processor { basic: 0x0098_2201, structured: 0, extended: 1, saved: 0 };
        assert_eq!(
            said(&old),
            "error: this program was built for processors that have what this one lacks: \
             MOVBE, LZCNT, BMI1, BMI2, FMA, F16C, AVX, AVX2; a build for every x86-64 (\"make generic\") runs here\n"
        );
        let unsaved = Processor { saved: 0b010, ..new };
        assert!(said(&unsaved).contains(": FMA, F16C, AVX, AVX2;"), "{}", said(&unsaved));
        assert!(said(&Processor::default()).contains(": SSE3, SSSE3, "), "{}", said(&Processor::default()));
        let mut nothing = Vec::new();
        let generic = NEEDS.map(|(name, _, answer)| (name, false, answer));
        assert!(!complain(&generic, &old, &mut nothing) && nothing.is_empty());
    }
}
