import { z } from 'zod'
import type { GivenAnswer, SentAnswer } from '../contract/letters.ts'
import { answerMax, type Question } from '../contract/questions.ts'

/** What is wrong with an answer; `path` names it by its place among the questions. */
export type AnswerProblem = { path: string; message: string }

const httpsLink = z.url({ protocol: /^https$/, hostname: /./ })
/** Whether a text is a whole https address; 'https:example.org' would be read as a link, too. */
const isHttps = (text: string): boolean => /^https:\/\/\S+$/i.test(text) && httpsLink.safeParse(text).success

const problemOf = ({ text, kind, isRequired }: Question, answer: string): string | null => {
  if (answer === '') return isRequired ? `Please answer “${text}”.` : null
  if (kind === 'link' && !isHttps(answer)) return 'Please give a link that begins with https://.'
  if (kind === 'short' && /[\r\n]/.test(answer)) return 'Please answer in one line.'
  return answer.length > answerMax[kind]
    ? `An answer has at most ${answerMax[kind].toLocaleString('en-US')} characters.`
    : null
}

/**
 * The answers in the questions' order, and what is wrong with them. An answer names its question by the text; one to a
 * question that is not asked is a problem too, because it would be lost.
 */
export const checkAnswers = (
  questions: readonly Question[],
  sent: readonly SentAnswer[],
): { answers: GivenAnswer[]; problems: AnswerProblem[] } => {
  const answers = questions.map(({ text, kind, isRequired }) => ({
    question: text,
    kind,
    isRequired,
    answer: sent.find(({ question }) => question === text)?.answer.trim() ?? '',
  }))
  const problems = questions.flatMap((question, at) => {
    const message = problemOf(question, answers[at]?.answer ?? '')
    return message === null ? [] : [{ path: `answers.${at}`, message }]
  })
  const asked = new Set(questions.map(({ text }) => text))
  if (sent.some(({ question, answer }) => answer.trim() !== '' && !asked.has(question)))
    problems.push({
      path: 'answers',
      message: 'The questions of this project have changed. Please look at them again.',
    })
  return { answers, problems }
}

/** The questions that an application was asked. */
export const questionsOf = (answers: readonly GivenAnswer[]): Question[] =>
  answers.map(({ question: text, kind, isRequired }) => ({ text, kind, isRequired }))
