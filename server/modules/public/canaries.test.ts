import { expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { createPublicWorld } from '#support/public-pages.ts'
import { testApp } from '#support/server.ts'

const server = testApp({ config: { publicPages: 'indexed' } })

test('[PUBLIC-05] pages and feeds name nobody but the owner, and nothing that is of the members', async () => {
  const world = await createPublicWorld(server)
  const secret = (what: string) => unique(`canary-${what}-`)
  const marks: string[] = []
  const mark = (what: string, isName = false) => {
    // A username has no hyphens.
    const text = isName ? secret(what).replaceAll('-', '') : secret(what)
    marks.push(text)
    return text
  }
  const { owner, ana, projectID } = world
  const rename = (id: string, what: string) =>
    server.db
      .updateTable('users')
      .set({ name: mark(what), username: mark(`${what}-username`, true) })
      .where('id', '=', id)
      .execute()
  await rename(ana.id, 'member')
  const applicant = await createPerson(server)
  await rename(applicant.id, 'applicant')
  const open = await world.offered({ title: 'Draw the quay' })
  const asked = await world.offered({ title: 'Ask for it' }, { mode: 'apply' })
  const taken = await world.offered({ title: 'Somebody has it' })
  await world.take(taken)
  await applicant.api.claims.apply({
    params: { id: asked },
    body: { letter: mark('letter'), idempotencyKey: unique('key-canary-') },
  })
  await applicant.api.projects.apply({ params: { id: projectID }, body: { letter: mark('project-letter') } })
  await owner.api.comments.create({
    params: { id: open },
    body: { body: mark('comment'), idempotencyKey: unique('key-comment-') },
  })
  const label = await owner.api.labels.create({
    params: { id: projectID },
    body: { name: mark('label').slice(0, 30), colour: 'blue' },
  })
  await owner.api.tasks.update({ params: { id: open }, body: { labelIDs: [label.data.id] } })
  await owner.api.tasks.create({ body: { projectID, title: mark('other-task'), description: mark('other-text') } })
  await owner.api.projects.update({ params: { id: projectID }, body: { client: mark('client'), questions: [{ text: mark('question'), isRequired: false, kind: 'short' }] } }) // prettier-ignore
  const paths = ['/p', '/p/feed.atom', '/p/feed.json', '/sitemap.xml', '/robots.txt']
  const texts = await Promise.all(paths.map(async (path) => (await world.visit(path)).text()))
  for (const id of [open, asked, taken]) texts.push(await (await world.open('t', id)).text())
  texts.push(await (await world.open('p', projectID)).text())
  for (const text of texts) for (const canary of marks) expect(text).not.toContain(canary.slice(0, 30))
  // No number of applicants, either.
  for (const text of texts) expect(text).not.toMatch(/\d+ appl|applied|applicant/i)
  expect(texts.join('')).toContain(owner.username)
})
