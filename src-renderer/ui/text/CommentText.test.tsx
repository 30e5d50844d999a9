import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { CommentText } from './CommentText.tsx'

const projectID = '01890000-0000-7000-8000-000000000001'
const draw = (text: string, people: string[] = [], tasks: Array<[string, string]> = []) =>
  render(
    <MemoryRouter>
      <CommentText
        id="c1"
        text={text}
        projectID={projectID}
        people={people.map((username) => ({ username }))}
        tasks={tasks.map(([taskId, title]) => ({ taskId, title }))}
      />
    </MemoryRouter>,
  ).container
afterEach(cleanup)

/** What must never become more than text. */
const attacks = [
  '<script>globalThis.attacked = 1</script>',
  '<img src=x onerror="globalThis.attacked = 1">',
  '<svg onload="globalThis.attacked = 1"><style>*{display:none}</style></svg>',
  '<iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>',
  '<a href="javascript:globalThis.attacked = 1" onclick="globalThis.attacked = 1">x</a>',
  '<details open ontoggle="globalThis.attacked = 1">x</details>',
  '<form action="https://evil.test"><input name="password"><button>Log in</button></form>',
  '<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test">',
  '[x](javascript:globalThis.attacked=1)',
  '[x](JaVaScRiPt:globalThis.attacked=1)',
  '[x](java\nscript:globalThis.attacked=1)',
  '[x](&#106;avascript:globalThis.attacked=1)',
  '[x](\u0001javascript:globalThis.attacked=1)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](guildhall://project/1)',
  '[x](http://plain.test)',
  '[x](//evil.test)',
  '[x](/founder/admin)',
  '[x][y]\n\n[y]: javascript:globalThis.attacked=1',
  '<javascript:globalThis.attacked=1>',
  '![x](https://evil.test/pixel.png)',
  '![x](javascript:globalThis.attacked=1)',
  '![x][y]\n\n[y]: https://evil.test/pixel.png "onload=alert(1)"',
  '[![x](https://evil.test/pixel.png)](javascript:globalThis.attacked=1)',
  '[a](https://ok.test "\\" onmouseover=\\"globalThis.attacked=1")',
  '```html\n<script>globalThis.attacked = 1</script>\n```',
  '`<img src=x onerror=globalThis.attacked=1>`',
  '| <script>globalThis.attacked=1</script> |\n| --- |\n| <img src=x onerror=globalThis.attacked=1> |',
  '[^1]\n\n[^1]: <img src=x onerror=globalThis.attacked=1> [x](javascript:1)',
  'www.evil.test ftp://evil.test xmpp:a@evil.test',
  '<!-- <script>globalThis.attacked = 1</script> --!><script>globalThis.attacked = 1</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=globalThis.attacked=1></style></mglyph></table></mtext></math>',
  `${'>'.repeat(300)} deep`,
  `${'['.repeat(2000)}x${']'.repeat(2000)}`,
  '*_'.repeat(3000),
]

describe('[TALK-09] [TALK-10] no text of a comment is more than text, links to https and mailto alone', () => {
  test.each(attacks)('%s', (attack) => {
    const box = draw(attack)
    const allowed =
      'p,a,strong,em,del,code,pre,blockquote,ul,ol,li,table,thead,tbody,tr,th,td,hr,br,div,span,sup,section'
    for (const element of box.querySelectorAll('*')) {
      expect(element.matches(allowed), element.outerHTML.slice(0, 200)).toBe(true)
      for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^src|^style$|^srcdoc$|^action$/)
    }
    for (const link of box.querySelectorAll('a')) {
      expect(link.href).toMatch(/^(https:|mailto:)/)
      expect(link.rel.split(' ')).toContain('noopener')
    }
    expect('attacked' in globalThis).toBe(false)
  })

  test('HTML is shown as it was typed', () => {
    expect(draw('A <b>bold</b> claim').textContent).toBe('A <b>bold</b> claim')
    expect(draw('<div>\nblock\n</div>').textContent).toContain('<div>')
  })

  test('a picture is not loaded: a link leads to it', () => {
    const box = draw(
      '![the hull](https://example.org/hull.png) ![](https://example.org/b.png) ![c][c]\n\n[c]: https://example.org/c',
    )
    expect([...box.querySelectorAll('a')].map((link) => [link.textContent, link.href])).toEqual([
      ['the hull', 'https://example.org/hull.png'],
      ['image', 'https://example.org/b.png'],
      ['c', 'https://example.org/c'],
    ])
    expect(box.querySelector('img')).toBeNull()
  })

  test('a picture in a link is its words, and one of an address that is no link is, too', () => {
    const box = draw(
      '[![the plan](https://example.org/p.png)](https://example.org/plan) ![d](http://example.org/d.png)',
    )
    expect([...box.querySelectorAll('a')].map((link) => [link.textContent, link.href])).toEqual([
      ['the plan', 'https://example.org/plan'],
    ])
    expect(box.textContent).toBe('the plan d')
  })

  test.each([
    '[x](https://user:pw@evil.example/)',
    '[x](https://example.org@evil.example/)',
    '[x](https://:pw@evil.example/)',
    '[x](https://example.org%2F@evil.example/)',
    '[x][y]\n\n[y]: https://user@evil.example/',
    '<https://user:pw@evil.example/>',
    'https://user:pw@evil.example/',
    '![x](https://user:pw@evil.example/pixel.png)',
  ])('what has a name or a password before its host is no link: %s', (text) => {
    expect(
      [...draw(text).querySelectorAll('a')].filter((link) => link.username !== '' || link.password !== ''),
    ).toEqual([])
    for (const link of draw(text).querySelectorAll('a')) expect(link.protocol).toBe('mailto:')
  })

  test('https and mailto are links that open apart; others stay text', () => {
    const box = draw('[a](https://example.org/a) <b@example.org> [c](http://example.org) https://example.org/d')
    const links = [...box.querySelectorAll('a')]
    expect(links.map(({ href, rel, target }) => [href, rel, target])).toEqual(
      ['https://example.org/a', 'mailto:b@example.org', 'https://example.org/d'].map((href) => [
        href,
        'noopener noreferrer nofollow',
        '_blank',
      ]),
    )
    expect(box.textContent).toContain(' c ')
  })
})

test('[TALK-09] GitHub’s Markdown is drawn: emphasis, lists with boxes, tables, code and struck text', () => {
  const box = draw('**a** ~~b~~ `c`\n\n- [x] done\n- [ ] open\n\n| d |\n| - |\n| e |\n\n# f')
  expect([...box.querySelectorAll('strong,del,code,td')].map(({ textContent }) => textContent)).toEqual([
    'a',
    'b',
    'c',
    'e',
  ])
  expect([...box.querySelectorAll('li [role="img"]')].map((one) => one.getAttribute('aria-label'))).toEqual([
    'Done',
    'To do',
  ])
  // The page's headings are no matter of a comment's.
  expect(box.querySelector('h1,h2,h3')).toBeNull()
})

test.each([
  '- a\n- b\n  - c\n    1. d\n    2. e\n- f\n\nAfter it.',
  '- [x] a\n- [ ] b\n  - c',
  '1. a\n\n2. b\n\n   more of b\n\n3. c',
  '> - a\n>   - b\n>\n>     more of b',
  'a[^1]\n\n[^1]: b\n\n    more of b',
])('no line end is drawn between the blocks of a list, and a typed one is: %j', (text) => {
  const box = draw(text)
  for (const block of box.querySelectorAll('li > *, ul > *, ol > *'))
    for (const beside of [block.previousSibling, block.nextSibling])
      expect(beside?.nodeType === Node.TEXT_NODE ? beside.textContent : '').not.toBe('\n')
  expect(draw('- one\n  two').querySelector('li')?.textContent).toBe('one\ntwo')
})

test('each paragraph and list has the direction of its first letter', () => {
  const box = draw('شراء الحبل\n\n- طلاء القارب\n  - الطبقة\n\n> לצבוע\n\n# עברית\n\nBuy the rope.\n\n```\ncode\n```')
  const directed = [...box.querySelectorAll('[dir]')].map((one) => [one.tagName, one.getAttribute('dir')])
  // Elements with a direction of their own would not count for that of the list around them.
  expect(directed).toEqual(['P', 'UL', 'BLOCKQUOTE', 'P', 'P'].map((name) => [name, 'auto']))
})

test('[TALK-11] members that were told are links to their profiles, all other names stay text', () => {
  const box = draw('@Ada and @nobody, `@ada`, mail@ada.test', ['ada'])
  expect([...box.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['@Ada', '/pf/ada'],
    ['mail@ada.test', 'mailto:mail@ada.test'],
  ])
})

test('[TALK-12] a number of a task of the project links that task; one that is not there stays text', () => {
  const box = draw('After #12, before #99, not `#12` or x#12', [], [['12', 'Paint the boat']])
  const links = [...box.querySelectorAll('a')]
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.title])).toEqual([
    ['#12', `/project/${projectID}/tasks/12`, 'Paint the boat'],
  ])
})

test('a text that cannot be drawn is shown as it was typed', () => {
  const text = `${'>'.repeat(9000)} deep`
  expect(draw(text).textContent).toContain('deep')
})
