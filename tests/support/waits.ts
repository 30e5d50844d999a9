import type { Api } from '#shared/api-client/index.ts'

type Person = { id: string; api: Api }
/** Who waits for whom. The owner is a creator whom nobody has asked for anything; `newPerson` is a stranger to all. */
export type Cast = { owner: Person; newPerson: () => Promise<Person> }
/** Brings one wait about, and reads its date in the answer that the waiting person has. */
type Wait = (cast: Cast) => Promise<string | null | undefined>

const TEXT = 'Nobody has answered my hand-in since Monday.'
const REWARD = 10_000
let count = 0
const key = (what: string) => `${what} ${Date.now()} ${(count += 1)}`

/** A project that takes people in. */
const projectOf = async ({ owner: { api } }: Cast): Promise<string> => {
  const { data } = await api.projects.create({
    body: { title: key('Harbour map'), description: 'All quays of the coast.', budget: '1000' },
  })
  await api.projects.update({ params: { id: data.id }, body: { status: 1 } })
  return data.id
}

/** A task with a reward that a person has handed in. */
const handedIn = async (cast: Cast) => {
  const { owner, newPerson } = cast
  const projectID = await projectOf(cast)
  const { data: task } = await owner.api.tasks.create({
    body: { projectID, title: 'Draw the legend', description: 'In two colours.' },
  })
  const params = { id: task.id }
  await owner.api.offers.set({ params, body: { amountCents: REWARD, mode: 'claim' } })
  const worker = await newPerson()
  const { data: claim } = await worker.api.claims.take({ params, body: { idempotencyKey: key('claim') } })
  await worker.api.submissions.create({ params, body: { aiUse: 'none', idempotencyKey: key('hand-in') } })
  return { projectID, params, claim, worker }
}
/** The same, accepted and owed. */
const owed = async (cast: Cast) => {
  const work = await handedIn(cast)
  await cast.owner.api.submissions.accept({ params: { ...work.params, n: 1 }, body: {} })
  return work
}
/** The same, paid. */
const paid = async (cast: Cast) => {
  const work = await owed(cast)
  const amount = { amountCents: REWARD, currency: 'USD', idempotencyKey: key('payment') }
  const body = { ...amount, userID: work.worker.id, taskID: work.params.id }
  await cast.owner.api.payments.create({ params: { id: work.projectID }, body })
  return work
}
const disputed = async (cast: Cast) => {
  const work = await handedIn(cast)
  const body = { reason: 'notReviewed' as const, text: TEXT, askCents: REWARD }
  const { data } = await work.worker.api.disputes.open({ params: work.params, body })
  return { ...work, disputeID: data.id }
}
const blockerOf = async ({ api }: Person, params: { id: string }) => (await api.rewards.get({ params })).data?.blocker
const disputeOf = async ({ api }: Person, id: string) => (await api.disputes.get({ params: { id } })).data

/**
 * Every wait for the answer of another person, by what is waited for. Left out is what is no such wait: the waitlist, a claim
 * that somebody was assigned, and a task that nobody may take by themselves.
 */
export const waits: Readonly<Record<string, Wait>> = {
  application: async (cast) => {
    const person = await cast.newPerson()
    const { data } = await person.api.projects.apply({ params: { id: await projectOf(cast) }, body: {} })
    return (await person.api.requests.get({ params: { id: data.requestId ?? '' } })).data.answerBy
  },
  invitation: async (cast) => {
    const { id } = await cast.newPerson()
    const params = { id: await projectOf(cast) }
    await cast.owner.api.memberships.invite({ params: { ...params, userId: id }, body: { role: 'member' } })
    const { data } = await cast.owner.api.memberships.requests({ params, query: { type: 'sent' } })
    return data[0]?.answerBy
  },
  'creator application': async ({ newPerson }) => {
    const { api } = await newPerson()
    await api.creatorApplications.apply({ body: {} })
    return (await api.creatorApplications.checkStatus({})).application?.answerBy
  },
  review: async (cast) => {
    const { worker, params } = await handedIn(cast)
    const waiting = await blockerOf(worker, params)
    return waiting?.what === 'review' ? waiting.by : null
  },
  proposal: async (cast) => {
    const { worker, claim, params } = await handedIn(cast)
    const body = { amountCents: REWARD / 2, text: 'A half of it.', idempotencyKey: key('proposal') }
    await worker.api.proposals.make({ params: { id: claim.id }, body })
    const waiting = await blockerOf(worker, params)
    return waiting?.what === 'proposal' ? waiting.by : null
  },
  payment: async (cast) => {
    const { worker } = await owed(cast)
    return (await worker.api.dues.own({})).data.owedToMe[0]?.payBy
  },
  confirmation: async (cast) => {
    const { params } = await paid(cast)
    const waiting = await blockerOf(cast.owner, params)
    return waiting?.what === 'confirmation' ? waiting.by : null
  },
  dispute: async (cast) => {
    const { worker, disputeID } = await disputed(cast)
    const { waitsFor, by } = await disputeOf(worker, disputeID)
    return waitsFor === 'managers' ? by : null
  },
  ruling: async (cast) => {
    const { worker, disputeID } = await disputed(cast)
    await cast.owner.api.disputes.state({ params: { id: disputeID }, body: { text: TEXT } })
    const { waitsFor, by } = await disputeOf(worker, disputeID)
    return waitsFor === 'administrators' ? by : null
  },
}

/** Plays each wait, and lists those whose answer has no date to come. */
export const undated = async (cast: Cast, all: Readonly<Record<string, Wait>> = waits): Promise<string[]> => {
  const without: string[] = []
  for (const [name, wait] of Object.entries(all)) {
    const by = await wait(cast)
    if (by === null || by === undefined || !(Date.parse(by) > Date.now())) without.push(name)
  }
  return without
}
