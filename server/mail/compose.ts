import { brand } from '#shared/brand.ts'
import { oneLine } from '#shared/contract/index.ts'
import type { Mail, MailKind } from './mailer.ts'

/** The product's colour on light pages (src-renderer/app/theme.ts), in which white is readable. */
const BUTTON = '#15703c'

export type MailContent = {
  kind: MailKind
  to: string
  subject: string
  /** Paragraphs of plain text before the code and the button. */
  lines: readonly string[]
  /** Another person's words, shown as a quotation, and the line that says whose they are. */
  quote?: { by: string; text: string }
  code?: string
  action?: { label: string; url: string }
  /** Small text at the bottom: when the mail's code or link expires, and what to do if somebody else asked for it. */
  footer: readonly string[]
}

/**
 * Writes a mail as text and HTML with the same words. Text that people typed is escaped and kept on one line: a name or
 * title cannot become a paragraph, code or link of ours, nor a subject a header.
 */
export const composeMail = ({ kind, to, subject, lines, quote, code, action, footer }: MailContent): Mail => ({
  kind,
  to,
  subject: oneLine(subject),
  text: [
    ...lines.map(oneLine),
    ...(quote ? [`${oneLine(quote.by)}\n> ${oneLine(quote.text)}`] : []),
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...footer,
    `– ${brand.name}`,
  ].join('\n\n'),
  html: [
    '<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#f4f5f7">',
    '<div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border-radius:12px;',
    'font:16px/1.5 system-ui,sans-serif;color:#1c1f26">',
    `<p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.name)}</p>`,
    ...lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(oneLine(line))}</p>`),
    quote
      ? `<p style="margin:0 0 8px">${escapeHtml(oneLine(quote.by))}</p><blockquote style="margin:0 0 16px;padding:0 0 0 16px;` +
        `border-left:3px solid #c3c8d4;color:#5f6673">${escapeHtml(oneLine(quote.text))}</blockquote>`
      : '',
    code
      ? `<p style="margin:24px 0;font:700 36px/1 ui-monospace,monospace;letter-spacing:8px">${escapeHtml(code)}</p>`
      : '',
    action
      ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;` +
        `border-radius:8px;background:${BUTTON};color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>`
      : '',
    ...footer.map((line) => `<p style="margin:0 0 8px;font-size:13px;color:#5f6673">${escapeHtml(line)}</p>`),
    '</div></body></html>',
  ].join(''),
})

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A link into the app, on the address at which people reach the server. */
export const appLink = (publicUrl: string, path: string): string => `${publicUrl.replace(/\/+$/, '')}${path}`
