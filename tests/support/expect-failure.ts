import { ApiError } from '#shared/api-client/index.ts'

/** Waits for a call that must fail, and returns its error. Errors: Error when the call succeeds. */
export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const outcome = await call.then(
    () => 'a success',
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw new Error(`The call should have failed, but there was ${String(outcome)}.`)
}
