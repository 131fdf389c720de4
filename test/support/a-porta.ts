import { aConvidado, openPortaServer, type TestConvidado } from './porta-server.ts'
import { openPhone } from './phones.ts'

/** When the doors open, by every clock. */
export const BEGIN = Date.UTC(2027, 8, 16, 19)
export const HOUR = 3_600_000

export const ANA = aConvidado('1', { nome: 'Ana Conceição', mesa: 'Fazenda Bela', finais: '1111' })
export const BIA = aConvidado('2', { nome: 'Bia Prado', mesa: 'Fazenda Bela', finais: '2222' })
export const CAU = aConvidado('3', { nome: 'Cauê Lima', retirado: true })

/** Ana brings these two. */
export const LUISA = aConvidado('4', { nome: 'LUÍSA NUNES', mesa: 'Fazenda Bela', grupo: '1' })
export const NINO = aConvidado('5', { nome: 'NINO NUNES', grupo: '1' })

/** A phone that has a server's list. */
export async function aPorta(
  convidados: TestConvidado[] = [ANA, BIA, CAU],
  apagarem?: number,
  now: () => number = () => BEGIN,
) {
  const server = openPortaServer(now, apagarem)
  server.put(...convidados)
  const phone = await openPhone(BEGIN, server.transportOf('a'))
  await phone.porta.sync()
  return { server, phone }
}
