import { create } from 'zustand'
import { isApiError } from './api.ts'

/** What the person is to prove that it is they who act: `password` has it where the refused call had it already. */
export type IdentityQuestion = { password: string | null; hasCode: boolean }
type IdentityState = { question: IdentityQuestion | null; answer: (isConfirmed: boolean) => void }

/** The open question; the one ConfirmIdentity in the app's shell reads it. */
export const useIdentityStore = create<IdentityState>(() => ({ question: null, answer: () => undefined }))

let open: Promise<boolean> | undefined

const ask = (question: IdentityQuestion): Promise<boolean> =>
  (open ??= new Promise<boolean>((resolve) => {
    useIdentityStore.setState({
      question,
      answer: (isConfirmed) => {
        useIdentityStore.setState({ question: null, answer: () => undefined })
        resolve(isConfirmed)
      },
    })
  }).finally(() => {
    open = undefined
  }))

const passwordIn = (input: unknown): string | null => {
  const { password, oldPassword } = (input as { body?: Record<string, unknown> } | null)?.body ?? {}
  return [password, oldPassword].find((given) => typeof given === 'string') ?? null
}

/**
 * Makes a call, and repeats it after the person has confirmed their identity, if the server requires that. Errors:
 * those of the call; its refusal if the person cancels.
 */
export const withIdentity = async <T>(input: unknown, send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'CONFIRMATION_REQUIRED') throw error
    const hasCode = error.details.some(({ path }) => path === 'code')
    if (!(await ask({ password: passwordIn(input), hasCode }))) throw error
    return send()
  }
}
