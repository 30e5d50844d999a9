import { z } from 'zod'
import { REQUIRED_TEXT, singleLine } from './common.ts'

/** The most questions that a project asks applicants. */
export const QUESTIONS_MAX = 5
/** The most characters in a question. */
export const QUESTION_MAX = 200
export const questionKinds = ['short', 'long', 'link'] as const
export type QuestionKind = (typeof questionKinds)[number]
/** The most characters in an answer. */
export const answerMax: Readonly<Record<QuestionKind, number>> = { short: 200, long: 2_000, link: 500 }

export const questionKind = z.enum(questionKinds).meta({
  description: 'What an answer is: a line, a text, or an https link.',
  examples: ['short'],
})

export const question = z
  .strictObject({
    text: singleLine
      .min(1, REQUIRED_TEXT)
      .max(QUESTION_MAX, `A question has at most ${QUESTION_MAX} characters.`)
      .meta({ description: 'What applicants are asked.', examples: ['Which cities do you know?'] }),
    kind: questionKind,
    isRequired: z.boolean().meta({ description: 'Whether an application needs an answer.', examples: [false] }),
  })
  .meta({ id: 'Question', description: 'What a project asks applicants.' })
export type Question = z.output<typeof question>

/** The questions of a project, in their order. No two are alike: an answer names its question by its text. */
export const questions = z
  .array(question)
  .max(QUESTIONS_MAX, `A project asks at most ${QUESTIONS_MAX} questions.`)
  .refine((all) => new Set(all.map(({ text }) => text)).size === all.length, 'Two questions are the same.')
  .meta({ description: 'What applicants are asked, in this order.' })
