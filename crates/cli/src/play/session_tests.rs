//! The model, driven without a terminal.
