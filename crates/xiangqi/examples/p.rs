fn main() {
    let mut a = std::env::args().skip(1);
    let d: u32 = a.next().unwrap().parse().unwrap();
    let fen = a.next().unwrap_or(xiangqi::fen::START.into());
    let mut b = fen.parse::<xiangqi::Fen>().unwrap().board;
    let t = std::time::Instant::now();
    let n = xiangqi::perft(&mut b, d);
    let e = t.elapsed().as_secs_f64();
    println!("{n} {e:.3}s {:.1} Mnps", n as f64 / e / 1e6);
}
