import { expect, test } from 'vitest'
import { htmlToMarkdown, isHtml } from './html.ts'

const read = (html: string) => (isHtml(html) ? htmlToMarkdown(html) : html)

test.each([
  ['<div>See <a href="https://example.org/spec"><span>the spec</span></a> first.</div>', 'See [the spec](https://example.org/spec) first.'],
  ['<p><a href="https://example.org"><strong>It</strong></a></p>', '[**It**](https://example.org)'],
  ['<p><a href="https://example.org"><img src="https://example.org/a.png" alt="A"></a></p>', '[![A](https://example.org/a.png)](https://example.org)'],
  ['<p>See <a href="https://example.org"></a></p>', 'See [https://example.org](https://example.org)'],
  ['<ul data-type="taskList"><li data-checked="true"><label><input type="checkbox" checked><span></span></label><div><p>Sand</p></div></li><li data-checked="false"><p>Prime</p></li></ul>', '- [x] Sand\n- [ ] Prime'],
  ['<ul><li><input type="checkbox" checked> Sand</li><li><input type="checkbox"> Prime</li></ul>', '- [x] Sand\n- [ ] Prime'],
  ['<ol><li>Sand</li><li><p>Prime</p><ul><li>twice</li></ul></li></ol><p>End</p>', '1. Sand\n2. Prime\n\n   - twice\n\nEnd'],
  ['<ol start="3"><li>Sand<li>Prime</ol>', '3. Sand\n4. Prime'],
  ['<pre><code>if x:\n    y = 1\n\n\n\nz &lt; 2</code></pre>', '```\nif x:\n    y = 1\n\n\n\nz < 2\n```'],
  ['<h2>Hull</h2><p>One<br>two</p><p>three</p><blockquote><p>four</p></blockquote>', '## Hull\n\nOne\ntwo\n\nthree\n\n> four'],
  ['<div>One</div><div>two</div><div><br></div><div>three</div>', 'One\ntwo\n\nthree'],
  ['<p>Use <code>a * b</code> and <s>old</s> <b>bold </b>text</p>', 'Use `a * b` and ~~old~~ **bold** text'],
])('[MOVE-33] nothing of a description in simple HTML is lost: %s', (html, markdown) => {
  expect(read(html)).toBe(markdown)
}) // prettier-ignore

test.each([
  '<h1 align="center">Boat</h1>\n\n- one\n- two\n\n```\na\n  b\n```\n\n<p align="center">end</p>',
  '<div class="a">{{name}} <input name="x"></div>',
  '<div><iframe src="https://example.org"></iframe></div>',
  '<table><tr><td>1</td><td>2</td></tr></table>',
  '<p>One <b>two</p>',
  '<p>a < b</p>',
  '<div>Say <mention-user data-id="ada"></mention-user></div>',
  '<div>\n\n**Note**\n\n- one\n</div>',
])('[MOVE-33] HTML that Markdown cannot say stays as it is: %s', (html) => expect(read(html)).toBe(html))

test.each([
  '<b>', '<p>', '<a x', '<ul><li>', '<div a="', "<b '", '<br>', ' \n', '&', '</p>', '` ', '<li>x',
])('[MOVE-28] a long description of %s is read to its end', (part) => {
  // What looks back over all of it for each part would not end within the test's minute.
  for (const name of ['p', 'pre', 'ul']) expect(read(`<${name}>${part.repeat(150_000)}</${name}>`)).toEqual(expect.any(String))
}) // prettier-ignore
