import { isDeepStrictEqual } from 'node:util'
import { nameOf } from '../support/journey.ts'
import { until, type Convidado } from './convidado.ts'
import { comeBack } from './envios.ts'

/** A row of `empresas listar`, without its link. */
export interface Numeros {
  total: number
  usados: number
  reservados: number
  pessoais: number
  restam: number
}

/** What the people of a table start with. */
interface Start {
  /** The panel's address as the server printed it: `/mesa/…`. */
  mesa: string
  empresaid: string
  /** Reads `empresas listar`. */
  listar: () => Numeros
}

interface People {
  /** Has the panel open. */
  mesaBrowser: Convidado
  /** Has a personal invitation. */
  convidado: Convidado
  /** Anybody with the company's link. */
  passer: Convidado
  /** Has the board open. */
  organiser: Convidado
}

const ROTULOS = ['Tia Lúcia', 'Diretor comercial', 'Primo Valdir']
const NOME = nameOf(9_000_000).toUpperCase()

/**
 * A holder creates three personal invitations, a guest registers, a link is revoked, and the guest withdraws
 * and comes back. At each step the panel, the company's page and the board agree with `empresas listar`.
 */
export async function runTable(people: People, { mesa, empresaid, listar }: Start): Promise<void> {
  const { mesaBrowser, convidado, passer, organiser } = people
  const { total } = listar()
  /** @param guardados places kept for guests who withdrew */
  const agree = async (expected: Pick<Numeros, 'usados' | 'pessoais'>, guardados = 0) => {
    const restam = total - expected.usados - expected.pessoais - guardados
    const listed = listar()
    if (!isDeepStrictEqual(listed, { total, ...expected, reservados: guardados, restam }))
      throw new Error(`listar says ${JSON.stringify(listed)}`)
    await mesaBrowser.open(mesa)
    await rows(mesaBrowser, {
      Confirmados: expected.usados,
      'Preenchendo o cadastro': 0,
      ...(guardados > 0 && { 'Guardados para quem desistiu': guardados }),
      'Convites pessoais novos': expected.pessoais,
      Livres: restam,
      'Total da mesa': total,
    })
    await passer.open(`/${empresaid}`)
    await passer.see('button', `VOCÊ TEM ${restam} CONVITE(S)`)
    await organiser.open(`/painel/empresas/${empresaid}`)
    await rows(organiser, { Confirmados: expected.usados, Livres: restam })
  }

  await agree({ usados: 0, pessoais: 0 })
  await mesaBrowser.open(mesa)
  await mesaBrowser.type('Um nome por linha', ROTULOS.join('\n'))
  await mesaBrowser.click('button', 'Criar convites pessoais')
  await mesaBrowser.read('os convites pessoais estão prontos')
  await agree({ usados: 0, pessoais: 3 })

  await mesaBrowser.open(mesa)
  await mesaBrowser.click('button', 'Enviar um por vez')
  await mesaBrowser.read('Tia Lúcia, este convite é só seu')
  await mesaBrowser.click('button', 'Enviar')
  await mesaBrowser.beGone()
  await comeBack(mesaBrowser)
  await mesaBrowser.click('button', 'Foi, próximo')
  await mesaBrowser.read('Diretor comercial, este convite é só seu')
  await mesaBrowser.click('button', 'Pular')
  await mesaBrowser.read('Primo Valdir, este convite é só seu')
  await agree({ usados: 0, pessoais: 3 })

  await mesaBrowser.open(mesa)
  const [lucia, diretor] = ROTULOS.map((rotulo) => ({ rotulo, path: '' }))
  const text = await mesaBrowser.text()
  for (const one of [lucia, diretor]) {
    const from = text.indexOf(one?.rotulo ?? '')
    const code = /\/([a-z2-7]{20})\b/.exec(text.slice(from))?.[1]
    if (!one || from < 0 || code === undefined) throw new Error('no address on the panel')
    one.path = `/${empresaid}/${code}`
  }
  if (!lucia || !diretor) throw new Error('no labels')

  await convidado.open(lucia.path)
  await convidado.read('este convite é seu e vale para uma pessoa.')
  await convidado.click('link', 'Aceitar')
  await convidado.arriveAt('/cadastro')
  await convidado.type('NOME COMPLETO', NOME)
  await convidado.type('WHATSAPP', '65987654321')
  await convidado.click('button', 'CONFIRMAR')
  await convidado.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
  await agree({ usados: 1, pessoais: 2 })
  await passer.open(lucia.path)
  await passer.see('heading', 'ESTE CONVITE JÁ FOI USADO')

  await mesaBrowser.open(`${mesa}/revogar/${diretor.path.split('/').at(-1) ?? ''}`)
  await mesaBrowser.click('button', 'Cancelar o convite')
  await mesaBrowser.read('o convite foi cancelado')
  await passer.open(diretor.path)
  await passer.see('heading', 'ESTE CONVITE NÃO VALE MAIS')
  await agree({ usados: 1, pessoais: 1 })

  await convidado.open(lucia.path)
  await convidado.arriveAt(/^\/c\/[^/]+$/)
  await convidado.click('link', 'Não vou poder ir')
  await convidado.click('button', 'Não vou poder ir')
  await convidado.read('PRESENÇA RETIRADA')
  await agree({ usados: 0, pessoais: 1 }, 1)
  await mesaBrowser.open(mesa)
  await mesaBrowser.read('desistiu')

  await convidado.click('button', 'Desfazer, eu vou')
  await convidado.click('link', 'Não vou poder ir')
  await convidado.click('link', 'Manter minha presença')
  await agree({ usados: 1, pessoais: 1 })
  await mesaBrowser.open(mesa)
  await mesaBrowser.read(NOME)
}

/**
 * Waits until each name is followed by its number, perhaps with a note such as `16% dos convites` before it.
 */
async function rows(person: Convidado, expected: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(expected)) {
    const row = new RegExp(`^${name}[^\\n]*?(?:\\n[^\\n]*)?\\s+${count}$`, 'im')
    await until(`${name} ${count}`, async () => row.test(await person.text()))
  }
}
