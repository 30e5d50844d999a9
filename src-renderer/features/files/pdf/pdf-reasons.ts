/** Why a PDF is not shown, in words for a person. */
export class PdfNotShown extends Error {}

/** The sentence about a document that pdf.js did not open, by the name of its error. Every other error says nothing about the document. */
const reasons: Readonly<Record<string, string>> = {
  PasswordException: 'This PDF needs a password.',
  InvalidPDFException: 'This PDF cannot be read; it may be damaged.',
}

/** The sentence for a person whom a PDF is not shown. */
export const reasonOf = (error: unknown): string =>
  error instanceof PdfNotShown
    ? error.message
    : (error instanceof Error && reasons[error.name]) || 'This browser cannot show this PDF.'
