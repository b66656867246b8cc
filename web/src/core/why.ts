// Sentences of the server about mistakes, in which `{reply}` and `{better}` stand for moves.

/** A sentence with its moves put in. */
export function fillMoves(sentence: string, moves: { reply?: string; better?: string }): string {
  return sentence.replaceAll('{reply}', moves.reply ?? '').replaceAll('{better}', moves.better ?? '');
}
