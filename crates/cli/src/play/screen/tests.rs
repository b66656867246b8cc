//! The screen, driven without a terminal: events into the model, pictures out of it.
