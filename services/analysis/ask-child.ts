/**
 * Child process: answers an analyst's question, given as `[question as JSON]`. Its parent ends it at the deadline and lowers
 * its memory.
 */
import { answerQuestion } from './answer-question.ts';
import type { AskedQuestion } from './asked-question.ts';

// The server has ended, and a question under way would go on for as long as it takes.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Cast: the parent sends what ask.ts makes.
  const question = JSON.parse(message[0]) as AskedQuestion;
  // A process is not reused after an error, because its state is then unknown.
  void answerQuestion(question).then(answer =>
    process.send?.({ answer, again: 'rows' in answer || 'file' in answer }),
  );
});
