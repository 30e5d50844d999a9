import { TOTP } from 'otpauth'
import type { TestApp } from './server.ts'
import { TEST_PASSWORD } from './factories.ts'

/** The code that an authenticator app with this key shows, a number of 30-second steps from now. */
export const appCode = ({ clock }: Pick<TestApp, 'clock'>, key: string, stepsAhead = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: clock.now().getTime() + stepsAhead * 30_000 })

/** A code that is certainly wrong now. */
export const wrongCode = (server: Pick<TestApp, 'clock'>, key: string): string => {
  const right = [-2, -1, 0, 1, 2].map((step) => appCode(server, key, step))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '666666'
}

/**
 * Switches two-step sign-in on. `next` answers a code that was not used yet: each moves the server's clock on by one step, because a
 * code works once.
 */
export const switchOnTwoStep = async (server: Pick<TestApp, 'clock'>, api: ReturnType<TestApp['client']>) => {
  const { key } = (await api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data
  const { recoveryCodes } = (await api.twoStep.confirm({ body: { code: appCode(server, key) } })).data
  const next = (): string => {
    server.clock.advance(30)
    return appCode(server, key)
  }
  return { key, recoveryCodes, next }
}
