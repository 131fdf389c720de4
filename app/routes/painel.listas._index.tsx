import { ButtonLink, OutlineLink } from '~/shared/page'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(() => Promise.resolve({}))

export const meta = painelTitled('Listas')

export default function Listas() {
  return (
    <Painel current="Listas" title="Listas" kicker="Para a portaria que trabalha no papel">
      <div className="par">
        <section className="acoes">
          <h2>Imprimir</h2>
          <ButtonLink href="/painel/listas/nomes">LISTA POR NOME</ButtonLink>
          <OutlineLink href="/painel/listas/mesas">LISTA POR MESA</OutlineLink>
          <p className="nota">
            Em papel A4, com uma caixa para marcar quem entrou. Imprima perto da hora: depois, novos cadastros
            não aparecem no papel.
          </p>
        </section>
        <section className="acoes">
          <h2>Depois do evento</h2>
          <OutlineLink href="/painel/depois">QUEM VEIO, EM NÚMEROS</OutlineLink>
          <OutlineLink href="/painel/listas/entradas">LANÇAR OS NOMES MARCADOS</OutlineLink>
          <p className="nota">
            Os nomes marcados no papel entram aqui de uma vez, página por página, na mesma ordem.
          </p>
        </section>
      </div>
    </Painel>
  )
}
