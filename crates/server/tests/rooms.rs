//! Rooms over real websockets: whole games, connections that are lost, and strangers.

mod common;

use common::{Running, Tab, game, run, with};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode};
use xiangqi::{Move, Position, Random};

const START: &str = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";

fn token(number: usize) -> String {
    format!("{number:032x}")
}

/// The path of a link that a reply has.
fn path(link: &Value) -> String {
    let url = link.as_str().unwrap();
    url[url.find("/k/").unwrap()..].to_owned()
}

/// A tab in a room, and what it was last told.
struct Player {
    tab: Tab,
    id: u64,
    room: String,
    moves: Vec<String>,
    state: Value,
}

impl Player {
    async fn enter(mut tab: Tab, room: &str, key: &str, token: &str) -> Self {
        let id = tab.send("room_enter", json!({"room": room, "key": key, "token": token})).await;
        let mut player = Self { tab, id, room: room.into(), moves: Vec::new(), state: Value::Null };
        player.hear().await;
        player
    }

    /// By a link, as a guest.
    async fn invited(server: &Running, path: &str, token: &str) -> Self {
        let mut parts = path.rsplit('/');
        let (key, room) = (parts.next().unwrap(), parts.next().unwrap());
        Self::enter(server.tab_by(path).await, room, key, token).await
    }

    fn take(&mut self, message: &Value) -> bool {
        if message["type"] != "room_state" || message["id"] != self.id {
            return false;
        }
        self.moves.truncate(message["from"].as_u64().unwrap() as usize);
        let new = message["moves"].as_array().unwrap();
        self.moves.extend(new.iter().map(|made| made["move"].as_str().unwrap().to_owned()));
        self.state = message.clone();
        true
    }

    /// Waits for the next state.
    async fn hear(&mut self) {
        loop {
            let message = self.tab.next().await.expect("the connection is over");
            if self.take(&message) {
                return;
            }
            assert_ne!(message["type"], "error", "{message}");
        }
    }

    async fn until(&mut self, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            self.hear().await;
        }
    }

    /// Does something and waits until it is done; the error's code if it cannot be.
    async fn act(&mut self, act: Value) -> Result<(), Value> {
        let id = self.tab.send("room_act", json!({"room": self.room, "act": act})).await;
        loop {
            let message = self.tab.next().await.expect("the connection is over");
            if self.take(&message) || message["id"] != id {
                continue;
            }
            return match message["type"].as_str() {
                Some("room_done") => Ok(()),
                _ => Err(message["error"].clone()),
            };
        }
    }

    async fn play(&mut self, mv: &str) {
        let ply = self.moves.len();
        self.act(json!({"do": "move", "move": mv, "ply": ply})).await.unwrap();
    }

    fn is_over(&self) -> bool {
        !self.state["end"].is_null()
    }
}

/// Makes a room and takes Red in it.
async fn open(server: &Running, terms: Value) -> (Player, String, String) {
    let mut tab = server.tab_by(server.operator.as_ref().unwrap()).await;
    let opened = tab.ask("room_open", json!({"terms": terms, "side": "red"}), "room_opened").await;
    let (room, key) =
        (opened["room"].as_str().unwrap().to_owned(), opened["key"].as_str().unwrap().to_owned());
    let mut player = Player::enter(tab, &room, &key, &token(1)).await;
    let links = player.tab.ask("room_links", json!({"room": room}), "room_links").await;
    let (invite, watch) = (path(&links["invite"]), path(&links["watch"]));
    (player, invite, watch)
}

#[test]
fn two_play_while_one_loses_the_connection_and_others_watch() {
    run(async {
        let server = Running::shared().await;
        let (mut red, invite, watch) =
            open(&server, json!({"control": {"seconds": 60, "increment": 5}})).await;
        assert_eq!(red.state["taken"], json!({"red": true, "black": false}));
        let waiting = red.act(json!({"do": "move", "move": "h2e2", "ply": 0})).await.unwrap_err();
        assert_eq!(waiting["because"], "waiting");
        let mut black = Player::invited(&server, &invite, &token(2)).await;
        assert_eq!(black.state["you"], "black");
        let mut second = Player::invited(&server, &invite, &token(3)).await;
        assert_eq!(second.state["you"], Value::Null, "the seat is taken");
        let mut spectator = Player::invited(&server, &watch, &token(4)).await;
        red.until(|red| red.state["spectators"] == 2).await;
        red.play("h2e2").await;
        black.until(|black| black.moves.len() == 1).await;
        assert_eq!(black.state["clock"]["running"], "black");
        // The connection goes, and Red is told.
        black.tab.vanish();
        red.until(|red| red.state["present"]["black"] == false).await;
        assert_eq!(red.state["taken"]["black"], true);
        assert_eq!(
            second.act(json!({"do": "move", "move": "h9g7", "ply": 1})).await.unwrap_err()["because"],
            "not_a_player"
        );
        let mut black = Player::invited(&server, &invite, &token(2)).await;
        assert_eq!((&black.state["you"], black.moves.len()), (&json!("black"), 1));
        black.play("h9g7").await;
        red.until(|red| red.moves.len() == 2 && red.state["present"]["black"] == true).await;
        // By agreement: a move is taken back, then the game is drawn.
        black.act(json!({"do": "offer", "what": "takeback"})).await.unwrap();
        red.until(|red| red.state["offers"]["takeback"] == "black").await;
        red.act(json!({"do": "accept", "what": "takeback"})).await.unwrap();
        black.until(|black| black.moves.len() == 1).await;
        black.play("b9c7").await;
        spectator.until(|spectator| spectator.moves == ["h2e2", "b9c7"]).await;
        assert_eq!(spectator.state["legal"], json!([]));
        black.act(json!({"do": "offer", "what": "draw"})).await.unwrap();
        red.until(|red| red.state["offers"]["draw"] == "black").await;
        red.act(json!({"do": "accept", "what": "draw"})).await.unwrap();
        spectator.until(Player::is_over).await;
        assert_eq!(spectator.state["end"]["reason"], "agreement");
        assert_eq!(red.act(json!({"do": "resign"})).await.unwrap_err()["because"], "game_over");
        red.act(json!({"do": "offer", "what": "rematch"})).await.unwrap();
        black.until(|black| black.state["offers"]["rematch"] == "red").await;
        black.act(json!({"do": "accept", "what": "rematch"})).await.unwrap();
        spectator.until(|spectator| spectator.state["game"] == 2 && spectator.moves.is_empty()).await;
        red.until(|red| red.state["you"] == "black").await;
        // A spectator who leaves properly is told so and no longer counted.
        let stop = json!({"search": spectator.id});
        spectator.tab.send("stop", stop).await;
        let (id, mut tab) = (spectator.id, spectator.tab);
        tab.wait_for("room_closed", id).await;
        red.until(|red| red.state["spectators"] == 1).await;
    });
}

#[test]
fn time_runs_out_by_the_servers_clock() {
    run(async {
        let server = Running::shared().await;
        let (mut red, invite, _) = open(&server, json!({"control": {"seconds": 10, "increment": 0}})).await;
        let mut black = Player::invited(&server, &invite, &token(2)).await;
        red.play("h2e2").await;
        let begun = Instant::now();
        black.tab.vanish();
        red.until(Player::is_over).await;
        assert_eq!(
            (&red.state["end"]["reason"], &red.state["end"]["winner"]),
            (&json!("time"), &json!("red"))
        );
        let took = begun.elapsed().as_secs_f64();
        assert!((9.5..20.0).contains(&took), "{took}");
        black = Player::invited(&server, &invite, &token(2)).await;
        assert!(black.is_over());
    });
}

#[test]
fn a_stranger_gets_in_nowhere() {
    run(async {
        let server = Running::shared().await;
        let (red, invite, watch) = open(&server, json!({})).await;
        let (other, other_invite, _) = open(&server, json!({})).await;
        let host = format!("Host: {}\r\n", server.address);
        let wrong = token(99);
        let paths = [
            "/".to_owned(),
            "/index.html".into(),
            "/assets/nothing.js".into(),
            "/nothing".into(),
            "/k/".into(),
            format!("/k/{wrong}"),
            format!("/k/{}", red.room),
            format!("/k/{}/{wrong}", red.room),
            format!("/k/{wrong}/{}", invite.rsplit('/').next().unwrap()),
            // The key of another room.
            format!("/k/{}/{}", red.room, other_invite.rsplit('/').next().unwrap()),
            format!("{invite}/x"),
        ];
        let plain = server.get("/", &host).await;
        for path in paths {
            for cookie in ["", &*format!("Cookie: chuhe_{}={wrong}\r\n", server.address.port())] {
                let answer = server.get(&path, &format!("{host}{cookie}")).await;
                assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
                assert_eq!(answer.split("\r\n\r\n").nth(1), plain.split("\r\n\r\n").nth(1), "{path}");
                assert!(!answer.contains("set-cookie"), "{path}");
            }
        }
        assert_eq!(server.refusal(server.request()).await, StatusCode::FORBIDDEN);
        let cookie = format!("chuhe_{}={wrong}", server.address.port());
        assert_eq!(server.tab_with(&cookie).await.err(), Some(StatusCode::FORBIDDEN));
        // Foreign pages and names are kept out as ever, even with a cookie.
        let (_, cookie) = server.follow(server.operator.as_ref().unwrap()).await.unwrap();
        let mut request = server.request();
        request.headers_mut().insert("cookie", HeaderValue::from_str(&cookie).unwrap());
        request.headers_mut().insert("origin", HeaderValue::from_static("http://evil.example"));
        assert_eq!(server.refusal(request).await, StatusCode::FORBIDDEN);
        let answer = server.get("/", &format!("Host: evil.example\r\nCookie: {cookie}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");

        // A guest has the page and rooms by their keys, and nothing else.
        let (way, pass) = server.follow(&watch).await.unwrap();
        assert!(way.starts_with("/#/room/"), "{way}");
        let page = server.get("/", &format!("{host}Cookie: {pass}\r\n")).await;
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        // Who opens the link again and again has the same pass, and throws nobody out.
        assert_eq!(server.follow(&watch).await.unwrap().1, pass);
        assert_ne!(server.follow(&invite).await.unwrap().1, pass);
        let mut guest = server.tab_with(&pass).await.ok().unwrap();
        let refused = [
            ("hello", json!({})),
            ("look", game(None, "")),
            ("go", with(game(None, ""), json!({"level": 1}))),
            ("review", with(game(None, "h2e2"), json!({"nodes": 1000}))),
            ("read_file", json!({"data": ""})),
            ("explore", game(None, "")),
            ("solve", with(game(None, ""), json!({"millis": 100}))),
            ("room_open", json!({"terms": {}, "side": "red"})),
            ("rooms", json!({})),
        ];
        for (kind, fields) in refused {
            assert!(guest.refused(kind, fields).await.contains("nowhere else"), "{kind}");
        }
        assert_eq!(server.app.searches(), 0);
        let key = watch.rsplit('/').next().unwrap();
        let rows = [
            (wrong.as_str(), key, "there is no room"),
            (other.room.as_str(), key, "there is no room"),
            (red.room.as_str(), wrong.as_str(), "there is no room"),
            ("../x", key, "there is no room"),
        ];
        for (room, key, words) in rows {
            let text =
                guest.refused("room_enter", json!({"room": room, "key": key, "token": token(7)})).await;
            assert!(text.contains(words), "{text}");
        }
        let bad = json!({"room": red.room, "key": key, "token": "1"});
        assert!(guest.refused("room_enter", bad).await.contains("token"));
        // What happens in a room is for those who came into it.
        let act = json!({"room": other.room, "act": {"do": "resign"}});
        assert!(guest.refused("room_act", act).await.contains("not in the room"));
        assert!(guest.refused("room_links", json!({"room": red.room})).await.contains("not in the room"));
        let mut watching = Player::enter(guest, &red.room, key, &token(7)).await;
        assert_eq!(watching.act(json!({"do": "resign"})).await.unwrap_err()["because"], "not_a_player");
        assert!(watching.tab.refused("room_links", json!({"room": red.room})).await.contains("watch"));
    });
}

#[test]
fn an_unshared_server_has_no_rooms() {
    run(async {
        let server = Running::start().await;
        let mut tab = server.tab().await;
        for (kind, fields) in [
            ("rooms", json!({})),
            ("room_open", json!({"terms": {}, "side": "red"})),
            ("room_enter", json!({"room": token(1), "key": token(1), "token": token(1)})),
            ("room_act", json!({"room": token(1), "act": {"do": "resign"}})),
            ("room_links", json!({"room": token(1)})),
        ] {
            assert!(tab.refused(kind, fields).await.contains("--share"), "{kind}");
        }
        let answer = server.get(&format!("/k/{}", token(1)), &format!("Host: {}\r\n", server.address)).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    });
}

#[test]
fn guests_are_cut_off_when_they_send_too_much() {
    run(async {
        let server = Running::shared().await;
        let (mut red, _, watch) = open(&server, json!({})).await;
        let (_, pass) = server.follow(&watch).await.unwrap();
        let mut large = server.tab_with(&pass).await.ok().unwrap();
        large.send_text("x".repeat(5000)).await;
        assert!(large.next().await.unwrap()["text"].as_str().unwrap().contains("5000 bytes"));
        let _ = large.send_message(Message::text("x".repeat(20_000))).await;
        while large.next().await.is_some() {}
        let mut fast = server.tab_with(&pass).await.ok().unwrap();
        for _ in 0..400 {
            if fast.send_message(Message::text("{}")).await.is_err() {
                break;
            }
        }
        let mut answers = 0;
        while fast.next().await.is_some() {
            answers += 1;
        }
        assert!(answers < 200, "{answers}");
        // Nobody else has noticed.
        let links = red.tab.ask("room_links", json!({"room": red.room}), "room_links").await;
        assert!(links["watch"].is_string());
        // A tab is in a few rooms at most.
        let mut many = server.tab_with(&pass).await.ok().unwrap();
        let key = watch.rsplit('/').next().unwrap().to_owned();
        let mut refused = 0;
        for _ in 0..6 {
            let id = many.send("room_enter", json!({"room": red.room, "key": key, "token": token(9)})).await;
            loop {
                let message = many.next().await.unwrap();
                if message["id"] == id {
                    refused += u32::from(message["type"] == "error");
                    break;
                }
            }
        }
        assert_eq!(refused, 2);
    });
}

#[test]
fn a_link_and_a_cookie_are_different_things() {
    run(async {
        let server = Running::shared().await;
        let host = format!("Host: {}\r\n", server.address);
        let name = format!("chuhe_{}", server.address.port());
        let link = server.operator.clone().unwrap();
        let secret = link.strip_prefix("/k/").unwrap();
        let answer = server.get(&link, &host).await;
        let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        assert!(set.contains("; HttpOnly; SameSite=Strict"), "{set}");
        assert!(!answer.contains("location: "), "a redirect does not carry a strict cookie: {answer}");
        // The link again, as after a reload and in a second browser.
        let (way, cookie) = server.follow(&link).await.unwrap();
        assert_eq!((way.as_str(), server.follow(&link).await.unwrap().1), ("/", cookie.clone()));
        server.tab_with(&cookie).await.ok().unwrap().ask("hello", json!({}), "welcome").await;
        let value = cookie.strip_prefix(&format!("{name}=")).unwrap();
        assert_ne!(value, secret);
        // Neither serves as the other.
        assert_eq!(server.tab_with(&format!("{name}={secret}")).await.err(), Some(StatusCode::FORBIDDEN));
        assert_eq!(server.follow(&format!("/k/{value}")).await, None);
        // What a guest has does not make an operator, and who is one stays so.
        let (red, invite, _) = open(&server, json!({})).await;
        let (_, pass) = server.follow(&invite).await.unwrap();
        let pass_value = pass.strip_prefix(&format!("{name}=")).unwrap();
        let key = invite.rsplit('/').next().unwrap();
        for path in [pass_value, key, &red.room] {
            assert_eq!(server.follow(&format!("/k/{path}")).await, None);
        }
        for text in [key, &red.room] {
            assert_eq!(server.tab_with(&format!("{name}={text}")).await.err(), Some(StatusCode::FORBIDDEN));
        }
        let mut guest = server.tab_with(&pass).await.ok().unwrap();
        assert!(guest.refused("hello", json!({})).await.contains("nowhere else"));
        let answer = server.get(&invite, &format!("{host}Cookie: {cookie}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("set-cookie"), "{answer}");
        let answer = server.get(&link, &format!("{host}Cookie: {pass}\r\n")).await;
        assert!(answer.contains(value), "{answer}");
    });
}

#[test]
fn one_link_does_not_take_all_places() {
    run(async {
        let server = Running::shared().await;
        let (red, invite, watch) = open(&server, json!({})).await;
        for (link, max) in [(&watch, 40), (&invite, 12)] {
            let (_, pass) = server.follow(link).await.unwrap();
            let mut tabs = Vec::new();
            let refusal = loop {
                match server.tab_with(&pass).await {
                    Ok(tab) => tabs.push(tab),
                    Err(status) => break status,
                }
                assert!(tabs.len() <= max, "{} tabs by one link", tabs.len());
            };
            assert_eq!((refusal, tabs.len()), (StatusCode::SERVICE_UNAVAILABLE, max));
            // Nobody else is kept out: neither who comes by another link, nor the operator.
            let (other, other_invite, other_watch) = open(&server, json!({})).await;
            Player::invited(&server, &other_invite, &token(2)).await;
            Player::invited(&server, &other_watch, &token(3)).await;
            server.tab_by(server.operator.as_ref().unwrap()).await.ask("hello", json!({}), "welcome").await;
            drop(other);
            if link == &watch {
                Player::invited(&server, &invite, &token(2)).await;
            }
            // Places are given back.
            tabs.pop().unwrap().vanish();
            let again = async {
                while server.tab_with(&pass).await.is_err() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(common::PATIENCE, again).await.expect("the place is lost");
        }
        drop(red);
    });
}

#[test]
fn who_falls_silent_is_away_and_comes_back_without_a_new_connection() {
    run(async {
        let server = Running::shared().await;
        let (mut red, invite, _) = open(&server, json!({})).await;
        let mut black = Player::invited(&server, &invite, &token(2)).await;
        red.until(|red| red.state["present"]["black"] == true).await;
        // Nothing is read, so that nothing answers the server's question whether anybody is there.
        let begun = Instant::now();
        red.until(|red| red.state["present"]["black"] == false).await;
        let took = begun.elapsed().as_secs_f64();
        assert!((5.0..14.0).contains(&took), "{took}");
        // The connection was slow and not lost.
        black.until(|black| black.state["present"]["black"] == false).await;
        black.until(|black| black.state["present"]["black"] == true).await;
        red.until(|red| red.state["present"]["black"] == true).await;
        red.play("h2e2").await;
        black.until(|black| black.moves.len() == 1).await;
        black.tab.vanish();
        red.until(|red| red.state["present"]["black"] == false).await;
    });
}

#[test]
fn rooms_are_limited() {
    run(async {
        let share = Some(server::Sharing { max_rooms: 2, ..server::Sharing::default() });
        let server =
            Running::with(server::ServerSettings { share, ..server::ServerSettings::default() }).await;
        let mut tab = server.tab_by(server.operator.as_ref().unwrap()).await;
        let terms = json!({"terms": {"fen": START}, "side": "black"});
        for _ in 0..2 {
            tab.ask("room_open", terms.clone(), "room_opened").await;
        }
        assert!(tab.refused("room_open", terms).await.contains("2 rooms"));
        assert_eq!(server.app.room_count(), 2);
        let over = json!({"terms": {"fen": "R3k4/R8/9/9/9/9/9/9/9/3K5 b"}, "side": "red"});
        assert!(tab.refused("room_open", over).await.contains("over"));
        assert_eq!(tab.ask("rooms", json!({}), "rooms").await["open"], 2);
    });
}

fn random_move(moves: &[String], random: &mut Random) -> Option<String> {
    let mut position = Position::start();
    for text in moves {
        position.play_unchecked(text.parse::<Move>().unwrap());
    }
    let legal = position.board().legal_moves();
    legal.get(random.below(legal.len().max(1))).map(ToString::to_string)
}

/// Two players make random moves until the rules end the game; one of them comes back after every tenth move.
async fn whole_game(server: &Running, number: usize) -> usize {
    let (mut red, invite, _) = open(server, json!({"control": {"seconds": 600, "increment": 0}})).await;
    let mut black = Player::invited(server, &invite, &token(2)).await;
    let mut random = Random::new(number as u64);
    while !red.is_over() {
        let is_red = red.moves.len().is_multiple_of(2);
        let mover = if is_red { &mut red } else { &mut black };
        let ply = mover.moves.len();
        let mv = random_move(&mover.moves, &mut random).unwrap();
        mover.play(&mv).await;
        for player in [&mut red, &mut black] {
            player.until(|player| player.moves.len() == ply + 1).await;
        }
        if ply % 40 == 21 {
            black.tab.vanish();
            black = Player::invited(server, &invite, &token(2)).await;
            assert_eq!((black.moves.len(), &black.state["you"]), (ply + 1, &json!("black")));
        }
    }
    black.until(Player::is_over).await;
    assert_eq!(red.state["end"], black.state["end"]);
    assert!(red.state["end"]["words_zh"].as_str().is_some_and(|words| !words.is_empty()));
    red.moves.len()
}

#[test]
fn fifty_rooms_play_at_once() {
    run(async {
        let server = std::sync::Arc::new(Running::shared().await);
        let begun = Instant::now();
        let mut games = Vec::new();
        for number in 0..50 {
            let server = std::sync::Arc::clone(&server);
            games.push(tokio::spawn(async move { whole_game(&server, number).await }));
        }
        let mut plies = 0;
        for game in games {
            plies += game.await.unwrap();
        }
        let took = begun.elapsed();
        assert_eq!(server.app.room_count(), 50);
        eprintln!("50 games, {plies} plies, {took:?}");
        assert!(plies > 1000 && took < Duration::from_secs(100), "{plies} plies in {took:?}");
    });
}

#[test]
fn rooms_go_on_after_a_restart() {
    run(async {
        let folder = std::env::temp_dir().join(format!("chuhe-rooms-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let settings = |port| {
            let share = Some(server::Sharing { keep: Some(folder.clone()), ..server::Sharing::default() });
            server::ServerSettings { share, port: Some(port), ..server::ServerSettings::default() }
        };
        let server = Running::on(settings(0)).await;
        let port = server.address.port();
        let (mut red, invite, _) = open(&server, json!({"control": {"seconds": 60, "increment": 0}})).await;
        let (_, operator) = server.follow(server.operator.as_ref().unwrap()).await.unwrap();
        let (_, pass) = server.follow(&invite).await.unwrap();
        let mut black = Player::invited(&server, &invite, &token(2)).await;
        red.play("h2e2").await;
        black.until(|black| black.moves.len() == 1).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let room = red.room.clone();
        server.end().await;
        let file = folder.join(format!("rooms-{port}.json"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }

        let server = Running::on(settings(port)).await;
        assert_eq!(server.app.room_count(), 1);
        // Both go on with what their browsers have: cookies, keys and tokens. The clocks stand until both are there.
        let key = invite.rsplit('/').next().unwrap();
        let guest = server.tab_with(&pass).await.ok().unwrap();
        let mut black = Player::enter(guest, &room, key, &token(2)).await;
        assert_eq!(
            (black.moves.as_slice(), &black.state["you"]),
            (["h2e2".to_owned()].as_slice(), &json!("black"))
        );
        assert_eq!(black.state["clock"]["running"], Value::Null);
        let left = black.state["clock"]["black"].as_u64().unwrap();
        assert!((40_000..58_500).contains(&left), "{left}");
        let mut again = server.tab_with(&operator).await.ok().unwrap();
        again.ask("hello", json!({}), "welcome").await;
        let mut red = Player::enter(again, &room, key, &token(1)).await;
        assert_eq!(red.state["you"], "red");
        black.until(|black| black.state["clock"]["running"] == "black").await;
        black.play("h9g7").await;
        red.until(|red| red.moves.len() == 2).await;
        // The link in the mail still opens the room, and a new link of the operator has been printed.
        assert_eq!(server.follow(&invite).await.unwrap().1, pass);
        black.act(json!({"do": "resign"})).await.unwrap();
        server.end().await;
        let server = Running::on(settings(port)).await;
        let red = Player::invited(&server, &invite, &token(1)).await;
        assert!(red.is_over() && red.state["end"]["reason"] == "resignation", "{}", red.state);
        red.tab.vanish();
        server.end().await;
        std::fs::remove_dir_all(&folder).unwrap();
    });
}
