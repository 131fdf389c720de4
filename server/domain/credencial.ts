/** A guest's credential, with the ten fields it is stored with (specification, sections 3 and 7). */
export interface Credencial {
  empresaid: string
  usuarioid: string
  /** Milliseconds since the epoch at registration, as text; the document's key. */
  credencialid: string
  cpf: string
  nome: string
  telefone: string
  email: string
  qrcode: string
  tipo: string
  controle: string
}

/** The ten fields, in the order of the specification's section 3. */
export const CREDENCIAL_FIELDS = [
  'empresaid',
  'usuarioid',
  'credencialid',
  'cpf',
  'nome',
  'telefone',
  'email',
  'qrcode',
  'tipo',
  'controle',
] as const satisfies readonly (keyof Credencial)[]

/**
 * How far ahead of the clock a credencialid may stand, in milliseconds: far more than the longest burst in one
 * millisecond (decision 0003).
 */
export const RAJADA_MS = 3_600_000

/** When a guest was stored, in milliseconds since the epoch: ids of ours tell; null for another product's. */
export function storedAt(credencialid: string): number | null {
  return /^\d{13}$/.test(credencialid) ? Number(credencialid) : null
}

/** What a guest fills in, parsed. `email` is empty text when none was given. */
export interface Cadastro {
  nome: string
  telefone: string
  email: string
}

/** The fields of the form, in its order. */
export const CADASTRO_FIELDS = ['nome', 'telefone', 'email'] as const satisfies (keyof Cadastro)[]

/** The values every registration stores as they stand (specification, sections 4 and 9). */
export const FIXED_VALUES = {
  empresaid: '0000000000001',
  usuarioid: '0000000000001',
  cpf: '00000000000',
  qrcode: '',
  tipo: 'CONVIDADO',
  controle: 'ativo',
} as const satisfies Partial<Credencial>

export function credencialOf(credencialid: string, cadastro: Cadastro): Credencial {
  const { nome, telefone, email } = cadastro
  return { ...FIXED_VALUES, credencialid, nome, telefone, email }
}

/** The empty record template of section 3; the specification shows no use for it. */
export const REGISTRO_VAZIO = { id: '', codigo: '', nome: '', valor: '', controle: '' } as const
