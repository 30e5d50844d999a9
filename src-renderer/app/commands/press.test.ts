import { afterEach, expect, test } from 'vitest'
import { layersOver } from './press.ts'

afterEach(() => document.body.replaceChildren())

test('[KEYS-11] keys belong to the open dialog, and to the screen again as soon as it has the focus, while the dialog fades', () => {
  document.body.innerHTML =
    '<main><a href="/" id="row">Row</a></main><div class="MuiModal-root"><button>In</button></div>'
  expect(layersOver(document.querySelector('.MuiModal-root button'))).toBe(1)
  // A dialog that has lost the focus to the page takes it back; the key is not the screen's.
  expect(layersOver(document.body)).toBe(1)
  expect(layersOver(document.querySelector('#row'))).toBe(0)
})
