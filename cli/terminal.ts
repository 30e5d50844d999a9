import { decodeText } from '../shared/rules/decode-text.ts'
import type { createPromptModule } from 'inquirer'
import { CliError, exitCode, usageError } from './exit-codes.ts'
import { printable } from './output/printable.ts'

/** Whether a person can be asked: prompts read standard input and are written to standard error. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

type Question = {
  message: string
  isHidden?: boolean
  /** What to do without a terminal; ends the sentence "… is missing and there is no terminal to ask on: ". */
  otherwise: string
  /** Answers why the text will not do, or true. */
  validate?: (answer: string) => true | string
}

/**
 * Asks for one text. Errors: CliError (usage) where there is no terminal, so that a script never waits; CliError when
 * the person cancels.
 */
export const ask = async ({ message, isHidden, otherwise, validate }: Question): Promise<string> => {
  if (!canAsk()) throw usageError(`${message} is missing and there is no terminal to ask on: ${otherwise}.`)
  const isGood = (answer: string) =>
    answer.trim() === '' ? `${message} is needed.` : (validate?.(answer.trim()) ?? true)
  const question = { name: 'answer', message: `${message}:`, validate: isGood } as const
  const { answer } = await onTerminal((prompt) =>
    prompt<{ answer: string }>([
      isHidden ? { type: 'password', mask: '*', ...question } : { type: 'input', ...question },
    ]),
  )
  return isHidden ? answer : answer.trim()
}

/** Asks a yes-or-no question, no by default. Requires `canAsk()`. Errors: CliError when the person cancels. */
export const confirm = async (message: string): Promise<boolean> => {
  const question = { type: 'confirm', name: 'answer', message: printable(message), default: false } as const
  const { answer } = await onTerminal((prompt) => prompt<{ answer: boolean }>([question]))
  return answer
}

const onTerminal = async <T>(ask: (prompt: ReturnType<typeof createPromptModule>) => Promise<T>): Promise<T> => {
  const inquirer = await import('inquirer')
  try {
    // Prompts go to standard error, so that `login --print-token > FILE` still shows them.
    return await ask(inquirer.createPromptModule({ output: process.stderr }))
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new CliError('Cancelled.', exitCode.failed, { cause: error })
    throw error
  }
}

/** Reads all of standard input as text; on a terminal `hint` tells the person what to type. */
export const readStdin = async (hint: string): Promise<string> => {
  if (canAsk()) process.stderr.write(`${hint}\n`)
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer))
  return decodeText(Buffer.concat(chunks))
}
