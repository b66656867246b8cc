use std::io::BufRead;
use xiangqi::*;
// rule<TAB>: reads FEN\tmoves, prints verdict\tsentence
fn main(){ let set:RuleSet=std::env::args().nth(1).unwrap().parse().unwrap(); let rules=Rules::from(set);
 for l in std::io::stdin().lock().lines(){ let l=l.unwrap(); let (fen,moves)=l.split_once('\t').unwrap_or((&l,""));
  let mut p:Position=match fen.parse(){Ok(p)=>p,Err(e)=>{println!("error\t{e}");continue}};
  let mut bad=None;
  for (i,m) in moves.split_whitespace().enumerate(){ if let Err(e)=p.try_play(m.parse().unwrap()){bad=Some((i,e));break;} }
  if let Some((i,e))=bad{println!("illegal {}\t{e}",i+1);continue}
  match rules.verdict(&p){None=>println!("none\t"),Some(v)=>println!("{}\t{}",v.outcome.name(),v.explain(rules::Language::English))}
 }}
