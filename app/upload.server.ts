import type { PlanilhaEnviada } from '../server/domain/planilha-repo.ts'
import { printable } from '../server/domain/text.ts'
import { UPLOAD } from '../server/route.ts'

/** What a browser sent of the form for spreadsheets; null for what it did not send. */
export interface Upload {
  tipo: PlanilhaEnviada['tipo'] | null
  /** Null also for an empty file, which browsers send where none was chosen. */
  file: { arquivo: string; bytes: Buffer } | null
}

const ARQUIVO_MAX = 120

/**
 * Reads the form for spreadsheets up to its limit: stock remix-serve has not checked its size.
 * @returns null when it cannot be read as a form, or is too large
 */
export async function readUpload(request: Request): Promise<Upload | null> {
  const form = await formOf(request)
  if (!form) return null
  const [tipo, file] = [form.get('tipo'), form.get('arquivo')]
  const isFile = file !== null && typeof file !== 'string' && file.size > 0
  return {
    tipo: tipo === 'empresas' || tipo === 'convidados' ? tipo : null,
    file: isFile ? { arquivo: nameOf(file.name), bytes: Buffer.from(await file.arrayBuffer()) } : null,
  }
}

async function formOf(request: Request): Promise<FormData | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length
    if (length > UPLOAD.maxBytes) return null
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

/** Some browsers send the whole path. */
function nameOf(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return printable(last).slice(0, ARQUIVO_MAX) || 'planilha'
}
