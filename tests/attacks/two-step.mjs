// Two-step sign-in: codes used twice or at once, ways around it, guesses.
import { appCode, atOnce, attack, begin, count, end, newNetwork, PASSWORD, pause, times } from './lib.mjs'

const { person, must, call, signIn, mailed } = await begin()
const nextStep = () => pause(30_300 - (Date.now() % 30_000))
const challengeOf = async (email, password = PASSWORD) => (await signIn(email, password)).json.challenge
const finish = (challenge, code, from = newNetwork()) =>
  call('POST', '/users/two-step', null, { challenge, code }, { from })
const switchOn = async (who) => {
  const { key } = (await must('POST', '/users/two-step/set-up', who, { password: PASSWORD })).data
  const { recoveryCodes } = (await must('POST', '/users/two-step/confirm', who, { code: appCode(key) })).data
  return { key, codes: recoveryCodes }
}
const oneOf = (answers) => {
  const statuses = answers.map(({ status }) => status)
  return statuses.filter((status) => status === 200).length === 1 ? [] : count(statuses)
}
const refused = (answer) => (answer.status >= 400 && answer.status < 500 ? [] : `${answer.status} ${answer.text}`)

const who = await person()
await attack('a code of a secret that was replaced switches nothing on', async () => {
  const { key } = (await must('POST', '/users/two-step/set-up', who, { password: PASSWORD })).data
  await must('POST', '/users/two-step/set-up', who, { password: PASSWORD })
  return refused(await call('POST', '/users/two-step/confirm', who, { code: appCode(key) }))
})
const { key, codes } = await switchOn(who)
await attack('the password alone gives a challenge, which is no token', async () => {
  const { json } = await signIn(who.email)
  const asToken = await call('GET', '/users/profile', json.challenge)
  const asRefresh = await call('POST', '/users/refresh-token', null, { refreshToken: json.challenge })
  return [json.accessToken && 'tokens without a code', refused(asToken), refused(asRefresh)].flat()
})
await attack('the code that switched it on opens nothing a second time', async () =>
  refused(await finish(await challengeOf(who.email), appCode(key))),
)
await attack('of 20 uses of one recovery code with one challenge one succeeds', async () => {
  const challenge = await challengeOf(who.email)
  return oneOf(await atOnce(20, () => finish(challenge, codes[0])))
})
await attack('of 8 challenges with one recovery code one succeeds', async () => {
  const challenges = await Promise.all(times(8, () => challengeOf(who.email)))
  return oneOf(await Promise.all(challenges.map((challenge) => finish(challenge, codes[1]))))
})
await nextStep()
await attack('of 8 challenges with one code of the app one succeeds', async () => {
  const challenges = await Promise.all(times(8, () => challengeOf(who.email)))
  const code = appCode(key)
  return oneOf(await Promise.all(challenges.map((challenge) => finish(challenge, code))))
})
await attack(
  'codes of the step before, of two steps ahead and in other digits are refused; the next one is taken once',
  async () => {
    const other = await person()
    const { key: own } = await switchOn(other)
    const arabic = [...appCode(own, 1)].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('')
    const found = []
    for (const code of [appCode(own, -1), appCode(own, 2), arabic])
      found.push(refused(await finish(await challengeOf(other.email), code)))
    const next = appCode(own, 1)
    const [first, second] = [
      await finish(await challengeOf(other.email), next),
      await finish(await challengeOf(other.email), next),
    ]
    return [...found.flat(), first.status !== 200 && `the next code: ${first.status}`, refused(second)].flat()
  },
)
await attack('a new password by mail signs nobody in, and asks for the code all the same', async () => {
  await must('POST', '/users/forgot-password', null, { email: who.email }, { from: newNetwork() })
  const token = await mailed(who.email, /reset\S*token=([\w-]+)/)
  const reset = await must('POST', '/users/reset-password', null, { email: who.email, password: `${PASSWORD}x`, token })
  const { json } = await signIn(who.email, `${PASSWORD}x`)
  const before = await call('GET', '/users/profile', who)
  return [
    JSON.stringify(reset).includes('accessToken') && 'tokens by the reset',
    json.accessToken && 'tokens by the new password',
    before.status !== 401 && 'the session of before lives',
  ]
})
await attack('36 guesses at once over 12 challenges: no more than 10 are compared', async () => {
  const other = await person()
  await switchOn(other)
  const challenges = await Promise.all(times(12, () => challengeOf(other.email)))
  const guesses = await atOnce(36, (n) =>
    finish(challenges[n % 12], String((n * 7919 + 13) % 1_000_000).padStart(6, '0')),
  )
  const compared = guesses.filter(({ status }) => status !== 429).length
  return compared > 10 ? `${compared} compared` : []
})
await end()
