//! Requests and replies as JSON text: what a websocket, a line of a file or a worker's message carries.

use super::{Reply, Request};
use crate::error::{ServiceError, shortened};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The longest message that is read, in bytes: a file as long as one may be in base64, and a little more.
pub const MAX_MESSAGE: usize = 17 << 18;

/// A request with the number that its replies repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct Envelope {
    /// The number.
    pub id: u64,
    /// The request.
    pub request: Request,
}

impl Envelope {
    /// Reads a message. Its id must be above the last one, which is then this one, even if the rest cannot be obeyed.
    ///
    /// # Errors
    /// Says what is wrong, with the id if there is one.
    pub fn read(text: &str, last_id: &mut Option<u64>) -> Result<Self, (Option<u64>, ServiceError)> {
        if text.len() > MAX_MESSAGE {
            return Err((None, ServiceError::MessageTooLong { bytes: text.len(), max: MAX_MESSAGE }));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| {
            (None, ServiceError::NotJson { text: shortened(text), reason: error.to_string() })
        })?;
        let Some(id) = value.get("id").and_then(Value::as_u64) else {
            return Err((None, ServiceError::NoId { text: shortened(text) }));
        };
        if let Some(last) = last_id.filter(|last| id <= *last) {
            return Err((Some(id), ServiceError::IdNotAbove { given: id, last }));
        }
        *last_id = Some(id);
        let request = Request::deserialize(value)
            .map_err(|error| (Some(id), ServiceError::NotARequest { reason: error.to_string() }))?;
        Ok(Self { id, request })
    }
}

impl Reply {
    /// As it is sent, with the id of the request that it answers.
    pub fn to_json(&self, id: Option<u64>) -> String {
        #[derive(Serialize)]
        struct Numbered<'a> {
            id: Option<u64>,
            #[serde(flatten)]
            reply: &'a Reply,
        }
        // Nothing in a reply can fail to be written.
        serde_json::to_string(&Numbered { id, reply: self }).unwrap_or_default()
    }
}
