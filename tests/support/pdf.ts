/**
 * A small PDF with a page for each text, written by hand: no package of ours makes any. With `script`, the document asks to run it
 * when it is opened, and `link` is an address that its first page asks to open.
 */
export const pdfOf = (texts: readonly string[], { script, link }: { script?: string; link?: string } = {}): Buffer => {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  add(
    `<< /Type /Catalog /Pages 2 0 R${script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${script}) >>`} >>`,
  )
  add(`<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const annotation =
    link && ` /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (${link}) >> >>]`
  texts.forEach((text, at) => {
    const content = `BT /F1 36 Tf 72 680 Td (${text}) Tj ET 72 640 m 540 640 l S`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >>${at === 0 ? (annotation ?? '') : ''} >>`,
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  })
  let written = '%PDF-1.7\n'
  const places = objects.map((body, at) => {
    const place = written.length
    written += `${at + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const start = written.length
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  written += `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(written, 'latin1')
}
