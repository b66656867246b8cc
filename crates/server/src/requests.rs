//! Requests and who answers them.

use crate::messages::{GameText, LevelText, Reply, Request, Words};
use crate::record::shortened;
use crate::tab::{Job, Kind, LONGEST_MESSAGE, Tab};
use crate::{check, explore, jobs, look, order, puzzle, record, text};
use engine::{Evaluation, Level};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// Obeys one message, or says why not.
pub async fn obey(tab: &Arc<Tab>, message: &str, last_id: &mut Option<u64>) {
    let (id, request) = match read(message, last_id) {
        Ok(read) => read,
        Err((id, words)) => return tab.answer(id, Reply::error(words)).await,
    };
    let done = match request {
        Request::Hello => quickly(tab, id, |tab| Ok(welcome(tab))).await,
        Request::Look(game) => quickly(tab, id, move |_| look::look(&game)).await,
        Request::CheckFen { fen } => quickly(tab, id, move |_| Ok(check::check_fen(&fen))).await,
        Request::ReadGame { text } => quickly(tab, id, move |_| text::read_game(&text)).await,
        Request::WriteGame { game, format, tags } => {
            quickly(tab, id, move |_| text::write_game(&game, &format, &tags)).await
        }
        Request::Explore(game) => quickly(tab, id, move |_| explore::explore(&game)).await,
        Request::Stop { search } => stop(tab, id, search),
        Request::Go(go) => {
            at_length(tab, id, Kind::Go, move || order::order(&go), |job, order| Ok(jobs::go(job, order)))
                .await
        }
        Request::Review { game, millis } => {
            let prepare = move || jobs::review_order(&game, millis);
            at_length(tab, id, Kind::Review, prepare, |job, order| Ok(jobs::review(job, &order))).await
        }
        Request::PuzzleMove { fen, moves, mate_in } => {
            let work =
                move |job: &Job, ()| puzzle::judge(&fen, &moves, mate_in, &job.tab.house().gate, job.stop());
            at_length(tab, id, Kind::Question, || Ok(()), work).await
        }
        Request::OfferDraw { game, level } => {
            let prepare = move || order::level(level).and_then(|_| record::replay(&game));
            let work = |job: &Job, position| Ok(jobs::consider_draw(job, &position));
            at_length(tab, id, Kind::Question, prepare, work).await
        }
    };
    if let Err(words) = done {
        tab.answer(Some(id), Reply::error(words)).await;
    }
}

type Refused = (Option<u64>, Words);

/// Reads a message: its id, which must be above the last one, and the request.
fn read(message: &str, last_id: &mut Option<u64>) -> Result<(u64, Request), Refused> {
    if message.len() > LONGEST_MESSAGE {
        let length = message.len();
        let words = Words::new(
            format!("the message has {length} bytes; at most {LONGEST_MESSAGE} are read"),
            format!("消息有{length}字节，最多{LONGEST_MESSAGE}字节"),
        );
        return Err((None, words));
    }
    let value: Value = serde_json::from_str(message).map_err(|error| {
        let start = shortened(message);
        let words = Words::new(
            format!("\"{start}\" is not JSON: {error}; a message is {{\"type\": \"hello\", \"id\": 1}}"),
            format!("“{start}”不是 JSON：{error}"),
        );
        (None, words)
    })?;
    let Some(id) = value.get("id").and_then(Value::as_u64) else {
        let start = shortened(message);
        let words = Words::new(
            format!("\"{start}\" has no id; a message is {{\"type\": \"hello\", \"id\": 1}}"),
            format!("“{start}”没有 id"),
        );
        return Err((None, words));
    };
    if let Some(last) = last_id.filter(|last| id <= *last) {
        let words = Words::new(
            format!("the id {id} is not above the last one, {last}; ids count upwards"),
            format!("id {id} 应大于前一个 id {last}"),
        );
        return Err((Some(id), words));
    }
    *last_id = Some(id);
    let request = Request::deserialize(value).map_err(|error| {
        let words =
            Words::new(format!("the message cannot be obeyed: {error}"), format!("消息无法处理：{error}"));
        (Some(id), words)
    })?;
    Ok((id, request))
}

/// Answers off the threads of the network, before the next request is read.
async fn quickly(
    tab: &Arc<Tab>,
    id: u64,
    work: impl FnOnce(&Tab) -> Result<Reply, Words> + Send + 'static,
) -> Result<(), Words> {
    let worker = Arc::clone(tab);
    let reply = tokio::task::spawn_blocking(move || work(&worker)).await.map_err(|_| mistake())??;
    tab.answer(Some(id), reply).await;
    Ok(())
}

/// Prepares, which shows whether the request makes sense, and goes on in a thread of its own.
async fn at_length<T: Send + 'static>(
    tab: &Arc<Tab>,
    id: u64,
    kind: Kind,
    prepare: impl FnOnce() -> Result<T, Words> + Send + 'static,
    work: impl FnOnce(&Job, T) -> Result<Reply, Words> + Send + 'static,
) -> Result<(), Words> {
    let prepared = tokio::task::spawn_blocking(prepare).await.map_err(|_| mistake())??;
    tab.start(id, kind, move |job| work(job, prepared).unwrap_or_else(Reply::error))
}

fn mistake() -> Words {
    Words::new("the request failed by a mistake of the server", "请求因程序错误而失败")
}

fn stop(tab: &Tab, id: u64, search: u64) -> Result<(), Words> {
    if search >= id {
        return Err(Words::new(
            format!("there is no search {search} yet; a search is named by the id of its request"),
            format!("尚无搜索{search}；搜索以其请求的 id 为名"),
        ));
    }
    tab.stop(search);
    Ok(())
}

fn welcome(tab: &Tab) -> Reply {
    let house = tab.house();
    Reply::Welcome {
        version: env!("CARGO_PKG_VERSION"),
        network: Evaluation::default().name().to_owned(),
        levels: Level::all().map(|level| LevelText { number: level.number(), elo: level.elo() }).collect(),
        book: explore::about(),
        threads: house.threads,
        most_searches: house.most_searches,
    }
}

/// Does what the first request of a page will need once, so that it need not wait: the network and the book are read.
pub fn warm_up() {
    let _ = (Evaluation::default(), explore::about(), puzzle::json());
    let game = GameText { fen: None, moves: Vec::new(), rules: "asian".into() };
    let _ = look::look(&game);
}
