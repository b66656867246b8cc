// Settings, each taking effect at once.

import { words } from '../app/language';
import { boardLook } from '../app/notation';
import { BoardSample } from '../board/sample';
import type { Choice, Settings } from '../core/settings';
import { choicesOf } from '../core/settings';
import { change, settings } from '../store/settings';
import { LANGUAGE_NAMES } from '../words/language';
import { Check, Panel, Select } from './controls';

function ChoiceField<K extends Choice>({
  name,
  label,
  text,
}: {
  name: K;
  label: string;
  text: (value: Settings[K]) => string;
}) {
  return (
    <Select
      label={label}
      value={settings.value[name]}
      onChange={(value) => change({ [name]: value })}
      options={choicesOf(name).map((value) => ({ value, text: text(value) }))}
    />
  );
}

export function SettingsPage() {
  const say = words.value;
  const now = settings.value;
  return (
    <div class="text-page">
      <h1>{say.settings}</h1>
      <Panel title={say.appearance}>
        <div class="fields">
          <ChoiceField
            name="language"
            label={say.interface_language}
            text={(value) => (value === 'auto' ? say.by_browser : LANGUAGE_NAMES[value])}
          />
          <ChoiceField
            name="colours"
            label={say.colours}
            text={(value) => (value === 'auto' ? say.by_browser : say[value])}
          />
          <ChoiceField name="theme" label={say.board_theme} text={(value) => say[`theme_${value}`]} />
          <ChoiceField name="pieces" label={say.piece_set} text={(value) => say[`pieces_${value}`]} />
          <ChoiceField name="faces" label={say.piece_faces} text={(value) => say[`faces_${value}`]} />
          <ChoiceField name="coordinates" label={say.coordinates} text={(value) => say[`coordinates_${value}`]} />
          <ChoiceField
            name="notation"
            label={say.notation}
            text={(value) => (value === 'auto' ? say.by_browser : say[`notation_${value}`])}
          />
        </div>
        <BoardSample look={boardLook.value} />
      </Panel>
      <Panel title={say.behaviour}>
        <Check label={say.sound} value={now.sound} onChange={(sound) => change({ sound })} />
        <Check label={say.voice} value={now.voice} onChange={(voice) => change({ voice })} />
        <Check label={say.animation} value={now.animation} onChange={(animation) => change({ animation })} />
        <Check label={say.show_targets} value={now.targets} onChange={(targets) => change({ targets })} />
        <Check label={say.show_chases} value={now.chases} onChange={(chases) => change({ chases })} />
        <Check label={say.engine_arrows} value={now.arrows} onChange={(arrows) => change({ arrows })} />
        <div class="fields">
          <ChoiceField name="rules" label={say.rules} text={(value) => say[`rules_${value}`]} />
        </div>
      </Panel>
    </div>
  );
}
