import { isDeepStrictEqual } from 'node:util'
import { nameOf } from '../support/journey.ts'
import { until, type Guest } from './guest.ts'

/** A row of `empresas listar`, without its link. */
export interface Numeros {
  total: number
  usados: number
  reservados: number
  pessoais: number
  restam: number
}

/** What the table's people start with. */
interface Start {
  /** The panel's address, as the server printed it: `/mesa/…`. */
  mesa: string
  empresaid: string
  /** Reads `empresas listar`. */
  listar: () => Numeros
}

interface People {
  /** At the panel. */
  holder: Guest
  /** With a personal invitation. */
  guest: Guest
  /** Anybody with the company's link. */
  passer: Guest
  /** At the board. */
  organiser: Guest
}

const ROTULOS = ['Tia Lúcia', 'Diretor comercial', 'Primo Valdir']
const NOME = nameOf(9_000_000).toUpperCase()

/**
 * A holder makes three personal invitations, a guest registers, a link is revoked, and the guest withdraws and comes
 * back. At each step the panel, the company's page and the board say what `empresas listar` does.
 */
export async function runTable(people: People, { mesa, empresaid, listar }: Start): Promise<void> {
  const { holder, guest, passer, organiser } = people
  const { total } = listar()
  /** @param guardados places kept for who withdrew */
  const agree = async (expected: Pick<Numeros, 'usados' | 'pessoais'>, guardados = 0) => {
    const restam = total - expected.usados - expected.pessoais - guardados
    const listed = listar()
    if (!isDeepStrictEqual(listed, { total, ...expected, reservados: guardados, restam }))
      throw new Error(`listar says ${JSON.stringify(listed)}`)
    await holder.open(mesa)
    await rows(holder, {
      ...{ Confirmados: expected.usados, 'Preenchendo o cadastro': 0 },
      ...(guardados > 0 && { 'Guardados para quem desistiu': guardados }),
      ...{ 'Convites pessoais novos': expected.pessoais, Livres: restam, 'Total da mesa': total },
    })
    await passer.open(`/${empresaid}`)
    await passer.see('button', `VOCÊ TEM ${restam} CONVITE(S)`)
    await organiser.open(`/painel/empresas/${empresaid}`)
    await rows(organiser, { Confirmados: expected.usados, Livres: restam })
  }

  await agree({ usados: 0, pessoais: 0 })
  await holder.open(mesa)
  await holder.type('Um rótulo por linha', ROTULOS.join('\n'))
  await holder.click('button', 'CRIAR CONVITES PESSOAIS')
  await holder.read('os convites pessoais estão prontos')
  await agree({ usados: 0, pessoais: 3 })

  await holder.open(mesa)
  const [lucia, diretor] = ROTULOS.map((rotulo) => ({ rotulo, path: '' }))
  const text = await holder.text()
  for (const one of [lucia, diretor]) {
    const from = text.indexOf(one?.rotulo ?? '')
    const code = /\/([a-z2-7]{20})\b/.exec(text.slice(from))?.[1]
    if (!one || from < 0 || code === undefined) throw new Error('no address on the panel')
    one.path = `/${empresaid}/${code}`
  }
  if (!lucia || !diretor) throw new Error('no labels')

  await guest.open(lucia.path)
  await guest.read('Um lugar na mesa')
  await guest.click('link', 'CADASTRAR')
  await guest.arriveAt('/cadastro')
  await guest.type('NOME COMPLETO', NOME)
  await guest.type('WHATSAPP', '65987654321')
  await guest.click('button', 'CONFIRMAR')
  await guest.see('alertdialog', 'CADASTRO CONFIRMADO COM SUCESSO!')
  await agree({ usados: 1, pessoais: 2 })
  await passer.open(lucia.path)
  await passer.see('heading', 'ESTE CONVITE JÁ FOI USADO')

  await holder.open(`${mesa}/revogar/${diretor.path.split('/').at(-1) ?? ''}`)
  await holder.click('button', 'REVOGAR O CONVITE')
  await holder.read('o convite foi revogado')
  await passer.open(diretor.path)
  await passer.see('heading', 'ESTE CONVITE NÃO VALE MAIS')
  await agree({ usados: 1, pessoais: 1 })

  await guest.open(lucia.path)
  await guest.arriveAt(/^\/c\/[^/]+$/)
  await guest.click('link', 'Não poderei ir')
  await guest.click('button', 'NÃO PODEREI IR')
  await guest.read('PRESENÇA RETIRADA')
  await agree({ usados: 0, pessoais: 1 }, 1)
  await holder.open(mesa)
  await holder.read('desistiu')

  await guest.click('button', 'DESFAZER, EU VOU')
  await guest.click('link', 'Não poderei ir')
  await guest.click('link', 'MANTER MINHA PRESENÇA')
  await agree({ usados: 1, pessoais: 1 })
  await holder.open(mesa)
  await holder.read(NOME)
}

/** Waits until each name is followed by its number, and before it perhaps a note such as `16 % dos convites`. */
async function rows(person: Guest, expected: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(expected)) {
    const row = new RegExp(`^${name}[^\\n]*?(?:\\n[^\\n]*)?\\s+${count}$`, 'im')
    await until(`${name} ${count}`, async () => row.test(await person.text()))
  }
}
