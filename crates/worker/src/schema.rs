//! The JSON Schema of the lines, for callers in any language.
//!
//! It is checked in at `docs/worker.schema.json`; a test compares. `make worker-schema` writes it anew.

use crate::{Reply, Request};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/worker.schema.json");

fn generated() -> String {
    let mut generator = SchemaGenerator::default();
    let request = generator.subschema_for::<Request>();
    let reply = generator.subschema_for::<Reply>();
    let schema: Value = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "chuhe worker",
        "description": "Each line on standard input is a Request, each line on standard output a Reply. Generated from crates/worker by `make worker-schema`.",
        "oneOf": [request, reply],
        "$defs": generator.take_definitions(true),
    });
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

#[test]
fn the_schema_is_that_of_the_types() {
    let generated = generated();
    if std::env::var_os("CHUHE_WRITE_WORKER_SCHEMA").is_some() {
        std::fs::write(FILE, &generated).unwrap();
    }
    let checked_in = std::fs::read_to_string(FILE).unwrap_or_default();
    let differs = checked_in.lines().zip(generated.lines()).find(|(old, new)| old != new);
    assert!(
        checked_in == generated,
        "docs/worker.schema.json is not what the lines are: run `make worker-schema` ({differs:?})"
    );
}
