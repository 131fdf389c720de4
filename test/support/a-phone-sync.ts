import { type Pareado } from '../../server/domain/pareamento.ts'
import type { EntradaEnviada } from '../../server/domain/porta-sync.ts'
import { parseToken, tokenOf } from '../../server/domain/token.ts'
import { parseCode } from '../../server/domain/signed-text.ts'
import { createCodeIndex } from '../../server/use-cases/find-convidado.ts'
import { createPortaList } from '../../server/use-cases/porta-list.ts'
import { syncPhone } from '../../server/use-cases/sync-phone.ts'
import { aPainel, aConvidadoOf } from './a-painel.ts'
import { anAutor, NOW, unique } from './factories.ts'

const SECRET = 'a secret of more than thirty-two characters'
export const MINUTE = 60_000
export const INICIO = '2027-09-16T19:30:00-03:00'

/** A door with one guest and a paired phone. */
export async function aPorta() {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const keyed = { ...painel, tokenOf: (id: string, versao: number) => tokenOf(SECRET, id, versao) }
  const parts = {
    ...keyed,
    parseToken: (raw: string) => parseToken(SECRET, raw),
    parseCode,
    findByCode: createCodeIndex(keyed),
    portaListOf: createPortaList(keyed),
    config: { evento: { inicio: INICIO, fim: new Date(NOW).toISOString() } },
  }
  const paired = async (nome: string): Promise<Pareado> => {
    const [codigo, segredo] = [unique('c'), unique('s')]
    const invitation = { aparelhoid: unique('fone'), nome, papel: 'porta' as const, codigo }
    await painel.equipe.invite({ ...invitation, codigoate: NOW + 1 }, anAutor())
    await painel.equipe.pair(codigo, segredo, anAutor({ em: NOW - 40 * 86_400_000 }))
    const pareado = await painel.equipe.findPareamento(segredo)
    if (!pareado) throw new Error('not paired')
    return pareado
  }
  const pareado = await paired('PORTA B')
  const { aparelho } = pareado
  const send = (entradas: EntradaEnviada[], from: Pareado = pareado) => {
    const autor = anAutor({ quem: from.aparelho.aparelhoid })
    return syncPhone(parts, from, { marca: null, entradas, porEnviar: 0 }, autor)
  }
  const stored = () => painel.store.all('entradas')
  return { ...parts, ana, aparelho, pareado, paired, send, stored }
}

export const sent = (fields: Partial<EntradaEnviada> = {}): EntradaEnviada => ({
  entradaid: unique('e'),
  credencialid: '',
  seq: 1,
  lidaem: NOW,
  desvio: 0,
  modo: 'camera',
  anula: null,
  anotado: null,
  ...fields,
})
