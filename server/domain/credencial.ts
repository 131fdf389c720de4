/**
 * The ten fields of a stored credencial, in the order of the specification's section 3. `credencialid`, the
 * document's key, is the milliseconds since the epoch at registration, as text.
 */
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
] as const

/** A guest's credential (specification, sections 3 and 7). */
export type Credencial = Record<(typeof CREDENCIAL_FIELDS)[number], string>

/**
 * How far ahead of the clock a credencialid may be, in milliseconds: far more than the longest burst in one
 * millisecond (decision 0003).
 */
export const RAJADA_MS = 3_600_000

/** When a guest was stored, in milliseconds since the epoch, read from the id; null for another product's. */
export function storedAt(credencialid: string): number | null {
  return /^\d{13}$/.test(credencialid) ? Number(credencialid) : null
}

/** The fields of the form, in its order. */
export const CADASTRO_FIELDS = ['nome', 'telefone', 'email'] as const

/** What a guest fills in, parsed. `email` is empty text when none was given. */
export type Cadastro = Pick<Credencial, (typeof CADASTRO_FIELDS)[number]>

export const cadastroOf = ({ nome, telefone, email }: Cadastro): Cadastro => ({ nome, telefone, email })

/** The values every registration stores unchanged (specification, sections 4 and 9). */
export const FIXED_VALUES = {
  empresaid: '0000000000001',
  usuarioid: '0000000000001',
  cpf: '00000000000',
  qrcode: '',
  tipo: 'CONVIDADO',
  controle: 'ativo',
} as const satisfies Partial<Credencial>

export function credencialOf(credencialid: string, cadastro: Cadastro): Credencial {
  return { ...FIXED_VALUES, credencialid, ...cadastroOf(cadastro) }
}

/** The empty record template of section 3; the specification shows no use for it. */
export const REGISTRO_VAZIO = { id: '', codigo: '', nome: '', valor: '', controle: '' } as const

/** The VIP record: a mirror of the credencial, read at the door (specification, sections 3 and 7). */
export interface Avip extends Pick<Credencial, 'cpf' | 'nome' | 'tipo' | 'controle' | 'usuarioid'> {
  /** Equal to the credencialid. */
  vipid: string
}

export function avipOf(credencial: Credencial): Avip {
  const { credencialid, cpf, nome, tipo, controle, usuarioid } = credencial
  return { vipid: credencialid, cpf, nome, tipo, controle, usuarioid }
}
