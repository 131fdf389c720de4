import { printable } from '../../server/domain/text.ts'

/**
 * Reads a form up to a limit: stock remix-serve has not checked its size.
 * @returns null when it cannot be read as a form, or is too large
 */
export async function formOf(request: Request, maxBytes: number): Promise<FormData | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > maxBytes) return null
    chunks.push(read.value)
  }
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  try {
    return await new Response(Buffer.concat(chunks), { headers }).formData()
  } catch {
    // Cut short, or no form at all.
    return null
  }
}

const NAME_MAX = 120

/** A file a form has; null also for an empty one, which browsers send where none was chosen. */
export function fileIn(form: FormData, name: string): File | null {
  const file = form.get(name)
  return file !== null && typeof file !== 'string' && file.size > 0 ? file : null
}

/** What a file is called. Some browsers send the whole path. */
export function nameOf({ name }: File, otherwise: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return printable(last).slice(0, NAME_MAX) || otherwise
}
