/** The width from which on the fields of an answer are beside its example. */
const WIDE = '(min-width: 68.75rem)';

/** Opens the fields of each answer for which there is room beside its example. */
export function openShortAnswers(): void {
  if (!matchMedia(WIDE).matches) return;
  const answers = [...document.querySelectorAll<HTMLDetailsElement>('[open] .answer-fields')];
  for (const answer of answers) answer.open = true;
  const tooLong = answers.filter((answer) => bottomOf(answer, '.meaning') > bottomOf(answer, '.example'));
  for (const answer of tooLong) answer.open = false;
}

function bottomOf(answer: Element, part: string): number {
  return answer.closest('.sides')?.querySelector(part)?.getBoundingClientRect().bottom ?? 0;
}
