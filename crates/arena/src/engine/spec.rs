//! An engine as the command line describes it.

use super::dialect::{Protocol, RankNumbering};
use crate::limit::Limit;
use crate::settings::{SettingError, key_value, words};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How to start an engine, and how to talk to it.
///
/// ```
/// use arena::{EngineSpec, Limit, Protocol};
/// let spec: EngineSpec = "name=B cmd='./engine --quiet' proto=ucci nodes=5000 option.hashsize=64".parse()?;
/// assert_eq!((spec.name.as_str(), spec.protocol), ("B", Protocol::Ucci));
/// assert_eq!(spec.arguments, ["--quiet"]);
/// assert_eq!(spec.limit, Some(Limit::Nodes(5000)));
/// assert_eq!(spec.options, [("hashsize".to_string(), "64".to_string())]);
/// # Ok::<(), arena::SettingError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// What the tables call it.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// The directory it runs in; a relative program is looked up there.
    pub directory: Option<PathBuf>,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// How it counts ranks; nothing for what its protocol and variant suggest.
    pub coordinates: Option<RankNumbering>,
    /// What `UCI_Variant` is set to.
    pub variant: Option<String>,
    /// Its limit, where it differs from the common one.
    pub limit: Option<Limit>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
}

impl FromStr for EngineSpec {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut fields = Fields::default();
        for word in words(text)? {
            let (key, value) = key_value(&word)?;
            fields.set(key, value)?;
        }
        fields.finish(text)
    }
}

/// The settings read so far.
#[derive(Default)]
struct Fields {
    name: Option<String>,
    command: Option<Vec<String>>,
    directory: Option<PathBuf>,
    protocol: Option<Protocol>,
    coordinates: Option<RankNumbering>,
    variant: Option<String>,
    limit: Option<Limit>,
    options: Vec<(String, String)>,
}

impl Fields {
    fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let is_new = match key {
            "name" => self.name.replace(value.to_string()).is_none(),
            "cmd" => self.command.replace(words(value)?).is_none(),
            "dir" => self.directory.replace(value.into()).is_none(),
            "proto" => self.protocol.replace(value.parse()?).is_none(),
            "coordinates" => self.coordinates.replace(value.parse()?).is_none(),
            "variant" => self.variant.replace(value.to_string()).is_none(),
            _ => match (key.strip_prefix("option."), Limit::parse(key, value)) {
                (Some(option), _) if !option.is_empty() => {
                    self.options.push((option.to_string(), value.to_string()));
                    true
                }
                (_, Some(limit)) => self.limit.replace(limit?).is_none(),
                _ => {
                    return Err(SettingError::new(format!(
                        "an engine has no setting \"{key}\"; there are name, cmd, dir, proto, variant, \
                         coordinates, tc, movetime, nodes, depth and option.NAME"
                    )));
                }
            },
        };
        if is_new { Ok(()) } else { Err(SettingError::new(format!("\"{key}={value}\" is set already"))) }
    }

    fn finish(self, text: &str) -> Result<EngineSpec, SettingError> {
        let mut command = self.command.unwrap_or_default().into_iter();
        let program = command.next().filter(|program| !program.is_empty()).ok_or_else(|| {
            SettingError::new(format!("the engine \"{text}\" has no command; write cmd=PROGRAM"))
        })?;
        let program = PathBuf::from(program);
        let file_name = || program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = self.name.or_else(file_name).unwrap_or_default();
        let lines = self.options.iter().flat_map(|(name, value)| [name, value]).chain(&self.variant);
        if let Some(line) = lines.into_iter().find(|line| line.contains(['\n', '\r'])) {
            return Err(SettingError::new(format!("the option {line:?} has a line break")));
        }
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(SettingError::new(format!("the engine \"{text}\" needs a name; write name=TEXT")));
        }
        Ok(EngineSpec {
            name,
            program,
            arguments: command.collect(),
            directory: self.directory,
            protocol: self.protocol.unwrap_or_default(),
            coordinates: self.coordinates,
            variant: self.variant,
            limit: self.limit,
            options: self.options,
        })
    }
}

impl EngineSpec {
    /// Whether an option of this name is among those to set.
    pub(super) fn sets(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option))
    }

    /// How it is started and set, as `--engine` takes it: all but its name and its limit.
    pub fn settings(&self) -> String {
        let quoted =
            |text: &str| match (text.contains(char::is_whitespace) || text.is_empty(), text.contains('\'')) {
                (false, false) if !text.contains('"') => text.to_string(),
                (_, true) => format!("\"{text}\""),
                _ => format!("'{text}'"),
            };
        let command =
            std::iter::once(self.program.display().to_string()).chain(self.arguments.iter().cloned());
        let command = command.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ");
        let mut words = vec![format!("cmd={}", quoted(&command)), format!("proto={}", self.protocol)];
        words
            .extend(self.directory.iter().map(|path| format!("dir={}", quoted(&path.display().to_string()))));
        words.extend(self.variant.iter().map(|variant| format!("variant={}", quoted(variant))));
        words.extend(self.coordinates.iter().map(|ranks| format!("coordinates={ranks}")));
        let option = |(name, value): &(String, String)| format!("option.{}={}", quoted(name), quoted(value));
        words.extend(self.options.iter().map(option));
        words.join(" ")
    }

    /// The program as the operating system is to look it up: a path is relative to the directory of
    /// the engine, a bare name is searched for.
    pub(super) fn lookup(&self) -> OsString {
        let is_bare = self.program.parent().is_none_or(|parent| parent == Path::new(""));
        match &self.directory {
            Some(directory) if !is_bare => {
                let joined = directory.join(&self.program);
                std::path::absolute(&joined).unwrap_or(joined).into_os_string()
            }
            _ => self.program.clone().into_os_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Result<EngineSpec, SettingError> {
        text.parse()
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let plain = spec("cmd=bin/engine.exe").unwrap();
        assert_eq!(plain.name, "engine");
        assert_eq!(plain.protocol, Protocol::Uci);
        assert!(plain.arguments.is_empty() && plain.options.is_empty() && plain.limit.is_none());
    }

    #[test]
    fn settings_read_back() {
        for text in [
            "cmd=x",
            "cmd='\"a b\" c' dir='d e' proto=ucci option.'Move Overhead'=10 option.Clear=",
            "cmd=x variant=xiangqi coordinates=0-9",
        ] {
            let there = spec(text).unwrap();
            let back = spec(&format!("name='{}' {}", there.name, there.settings())).unwrap_or_else(|error| {
                panic!("{text}: {}: {error}", there.settings());
            });
            assert_eq!(back, there, "{}", there.settings());
        }
    }

    #[test]
    fn a_relative_program_is_looked_up_in_its_directory() {
        assert_eq!(spec("cmd=engine dir=sub").unwrap().lookup(), "engine");
        let path = PathBuf::from(spec("cmd=./engine dir=sub").unwrap().lookup());
        assert!(path.is_absolute() && path.ends_with("sub/engine"), "{path:?}");
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        for (text, part) in [
            ("name=A", "cmd=PROGRAM"),
            ("name=A cmd=''", "cmd=PROGRAM"),
            ("cmd=x colour=red", "no setting \"colour\""),
            ("cmd=x option.=1", "no setting \"option.\""),
            ("cmd=x nodes=1 depth=1", "set already"),
            ("cmd=x proto=xboard", "xboard"),
            ("cmd=x coordinates=2", "1-10"),
            ("cmd=x tc=fast", "10+0.1"),
            ("cmd=x 'option.A=1\n2'", "line break"),
            ("cmd=x name=' '", "name=TEXT"),
            ("engine", "key=value"),
        ] {
            let error = spec(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
