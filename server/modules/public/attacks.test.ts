import { JSDOM, type MarkupElement } from 'jsdom'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { beforeAll, describe, expect, test } from 'vitest'
import { attackTexts } from '#support/attack-texts.ts'
import { createPublicWorld, type PublicWorld } from '#support/public-pages.ts'
import { testApp } from '#support/server.ts'
import { html, jsonText, prose, within } from './html.ts'
import { svgOf } from './picture.ts'

const server = testApp({ config: { publicPages: 'indexed' } })
let world: PublicWorld
let taskID: string
beforeAll(async () => {
  world = await createPublicWorld(server)
  taskID = await world.offered({ title: 'Plain', description: 'Plain.' }, { skills: ['Plain'] })
})

const shapeOf = (element: MarkupElement): unknown[] => [
  element.localName,
  [...element.attributes].map(({ name }) => name),
  [...element.children].filter((child) => child.getAttribute('rel') !== 'nofollow ugc noopener').map(shapeOf),
]
const plant = async (text: string) => {
  // The texts of a row that another program wrote, which no schema of ours has cleaned.
  const texts = { title: text, description: text, detailed_description: text, skills: text.replaceAll(',', ' ') }
  await server.db.updateTable('projects').set(texts).where('id', '=', world.projectID).execute()
  await server.db
    .updateTable('tasks')
    .set({ title: text, description: text, done_when: JSON.stringify([{ id: '1', text, isDone: false }]) })
    .where('id', '=', taskID)
    .execute()
  await server.db
    .updateTable('offers')
    .set({ skills: [text] })
    .where('task_id', '=', taskID)
    .execute()
  await server.db.updateTable('users').set({ name: text }).where('id', '=', world.owner.id).execute()
}
const pages = async () => {
  const texts: string[] = []
  for (const path of [() => world.open('t', taskID), () => world.open('p', world.projectID), () => world.visit('/p')]) {
    const answer = await path()
    expect(answer.status).toBe(200)
    texts.push(await answer.text())
  }
  return texts
}

describe('attacks', () => {
  test.each(attackTexts.map((text) => [text]))('[PUBLIC-06] this text stays a text: %s', async (text) => {
    // Other tests of this file may have added tasks.
    await plant('Plain')
    const plain = await pages()
    await plant(text)
    for (const [at, page] of (await pages()).entries()) {
      const { documentElement } = new JSDOM(page).window.document
      expect(shapeOf(documentElement)).toEqual(shapeOf(new JSDOM(plain[at] ?? '').window.document.documentElement))
      for (const element of documentElement.querySelectorAll('[href], [src], [action]'))
        for (const name of ['href', 'src', 'action']) {
          const value = element.getAttribute(name)
          if (value !== null) expect(value).toMatch(/^(?:\/(?!\/)|https:\/\/|http:\/\/127\.0\.0\.1:\d+\/)/)
        }
      const seen = text
        .replace(/\p{Cc}/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
      expect(documentElement.textContent.replace(/\s+/g, ' ')).toContain(seen)
      for (const data of documentElement.querySelectorAll('script')) {
        expect(data.getAttribute('type')).toBe('application/ld+json')
        expect(data.textContent).not.toMatch(/[<>&]/)
        JSON.parse(data.textContent)
      }
    }
    const xml = await (await world.visit('/p/feed.atom')).text()
    const entries = [...new new JSDOM('').window.DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('entry')] // prettier-ignore
    const ofTask = entries.filter((element) => element.textContent.includes(taskID))
    expect(ofTask).toHaveLength(1)
    expect([...(ofTask[0]?.children ?? [])].map(({ localName }) => localName)).toEqual(['id', 'title', 'published', 'updated', 'link', 'author', 'category', 'summary', 'content']) // prettier-ignore
    const contents = [
      ...(parseAtomFeed(xml).entries ?? []).map(({ content }) => content ?? ''),
      ...(parseJsonFeed(await (await world.visit('/p/feed.json')).text()).items ?? []).map(({ content_html }) => content_html ?? ''), // prettier-ignore
    ]
    for (const content of contents) {
      const written = typeof content === 'string' ? content : (content.value ?? '')
      for (const element of new JSDOM(written).window.document.querySelectorAll('body *'))
        expect(['p', 'div', 'a']).toContain(element.localName)
    }
    const svg = svgOf({ id: taskID, title: text, line: text, below: text })
    const drawn = new new JSDOM('').window.DOMParser().parseFromString(svg, 'application/xml')
    for (const element of drawn.querySelectorAll('svg *')) expect(['rect', 'g', 'text']).toContain(element.localName)
  })

  test('[PUBLIC-09] a page has OpenGraph tags, a picture of its own and data that parses, all escaped', async () => {
    const title = 'Draw <the> "quay" & more'
    await plant(title)
    const pictures = new Set<string>()
    const drawn = new Set<string>()
    for (const page of await pages()) {
      const { document } = new JSDOM(page).window
      const meta = (name: string) =>
        [...document.querySelectorAll(`meta[property="${name}"]`)].map((element) => element.getAttribute('content'))
      const picture = meta('og:image')[0] ?? ''
      pictures.add(picture)
      expect(meta('og:title')).toEqual([page.includes('Open work –') ? 'Open work' : title])
      expect(meta('og:url')[0]).toMatch(/^http:\/\/127/)
      expect(meta('og:description')[0]).not.toBe('')
      const [data] = document.querySelectorAll('script[type="application/ld+json"]')
      expect(JSON.parse(data?.textContent ?? '')).toMatchObject({ '@context': 'https://schema.org' })
      const answer = await fetch(picture)
      expect(answer.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
      drawn.add(bytes.toString('base64'))
    }
    expect(pictures.size).toBe(3)
    expect(drawn.size).toBe(3)
  })

  test('[PUBLIC-16] a page stays below 30 kB whatever people write', async () => {
    await plant(`${'<&">\'😀'.repeat(3_000)}`)
    for (let n = 0; n < 25; n++) await world.offered({ title: '&'.repeat(200) })
    for (const page of await pages()) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(30_000)
  })
})

test('[PUBLIC-06] the template escapes each value, and only https becomes a link', () => {
  expect(html`<p title="${'"x'}">${['<', html`<b>${'&'}</b>`, null, false, 3]}</p>`.text).toBe(
    '<p title="&quot;x">&lt;<b>&amp;</b>3</p>',
  )
  expect(prose('see https://a.example/x?y=1&z=2. http://b.example').text).toBe(
    '<div class="text" dir="auto">see <a href="https://a.example/x?y=1&amp;z=2" rel="nofollow ugc noopener">https://a.example/x?y=1&amp;z=2</a>. http://b.example</div>',
  )
  expect(jsonText({ a: '</script>&\u2028' })).toBe(String.raw`{"a":"\u003c/script\u003e\u0026\u2028"}`)
  const cutText = within('&'.repeat(100), 50, (text, max) => text.slice(0, max))
  expect(cutText).toMatch(/^&+…$/)
  expect(Buffer.byteLength(html`${cutText}`.text)).toBeLessThanOrEqual(50)
})
