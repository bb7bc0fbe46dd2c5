import type { Text } from '../texts.ts';

export const texts: Record<Text, string> = {
  'station not started': 'Stacja jeszcze nie wystartowała',
  'the station is stopping': 'Stacja właśnie się zatrzymuje',
  'no live reading yet': 'Nie ma jeszcze żadnego odczytu',
  'no CPU temperature': 'Brak temperatury CPU',
  'the CPU is not warmer than the sensor: k cannot be learned now':
    'CPU nie jest cieplejszy od czujnika: teraz nie można wyznaczyć k',
  'there is no reference to undo': 'Nie ma wartości odniesienia do cofnięcia',
  'provide reference_c, or reset=true': 'Należy podać reference_c albo reset=true',
  'provide reference_pct, or reset=true': 'Należy podać reference_pct albo reset=true',
  'provide start and end, or hours': 'Należy podać start i end albo hours',
  'range limited to one year': 'Zakres jest ograniczony do jednego roku',
  'end must be after start': 'Koniec musi być po początku',
  "unknown target '{1}'": 'Nieznana wielkość „{1}”',
  'unknown label {1}': 'Nieznana obserwacja {1}',
  'ts must not be more than {1} s in the future': 'ts może być najwyżej {1} s w przyszłości',
  'the display is switched off': 'Wyświetlacz jest wyłączony',
  'train is already running': 'Uczenie już trwa',
  'recompute is already running': 'Przeliczanie już trwa',
  'backup is already running': 'Tworzenie kopii zapasowej już trwa',
  '{1} is already running': '{1} już trwa',
  '{1} cannot start: the station is stopping': '{1} nie może się zacząć: stacja właśnie się zatrzymuje',
  '{1} cannot start: the database cannot be used just now': '{1} nie może się zacząć: bazy danych nie można teraz użyć',
  '{1} was stopped with the station': '{1} zakończono wraz ze stacją',
  'recompute was stopped with the station; it goes on at the next start':
    'Przeliczanie zakończono wraz ze stacją; będzie kontynuowane przy następnym starcie',
  'Something else is being written just now, so nothing was changed: try again.':
    'Właśnie zapisywane jest coś innego, więc niczego nie zmieniono: proszę spróbować ponownie.',
  'The database has just proved damaged and is being rebuilt, so nothing was changed: try again.':
    'Baza danych okazała się uszkodzona i jest odbudowywana, więc niczego nie zmieniono: proszę spróbować ponownie.',
  'The database has just proved damaged and is being rebuilt: ask again in a minute.':
    'Baza danych okazała się uszkodzona i jest odbudowywana: proszę zapytać ponownie za minutę.',
  'The disk takes nothing now ({1}), so nothing was changed: try again later.':
    'Dysk niczego teraz nie przyjmuje ({1}), więc niczego nie zmieniono: proszę spróbować później.',
  'The disk takes nothing now ({1}): try again later.':
    'Dysk niczego teraz nie przyjmuje ({1}): proszę spróbować później.',
  'The disk neither gives nor takes anything now: ask again later.':
    'Dysk niczego teraz nie daje ani nie przyjmuje: proszę zapytać później.',
  'this station asks for its PIN in the header {1}': 'Ta stacja wymaga PIN-u (nagłówek {1})',
  'wrong PIN': 'Zły PIN',
  'too many wrong PINs, try again in {1} s': 'Zbyt wiele złych PIN-ów, następna próba za {1} s',
  'changes are taken from this machine only': 'Zmiany są możliwe tylko na tym urządzeniu',
  'requests from pages of another origin cannot change anything here':
    'Strony z innego źródła nie mogą tu niczego zmieniać',
  'too much was asked for in a short time, try again in {1} s':
    'Zbyt wiele zapytań w krótkim czasie, następna próba za {1} s',
  'too many exports in a short time, try again in {1} s':
    'Zbyt wiele eksportów w krótkim czasie, następna próba za {1} s',
  'too many changes in a short time, try again in {1} s': 'Zbyt wiele zmian w krótkim czasie, następna próba za {1} s',
  'too many exports at once': 'Zbyt wiele eksportów naraz',
  'too many answers are on their way: take them first':
    'Zbyt wiele odpowiedzi jest w drodze: proszę najpierw je odebrać',
  'too many bodies are on their way': 'Zbyt wiele zapytań jest w drodze',
  'this Idempotency-Key came with another request before': 'Ten Idempotency-Key przyszedł już z innym zapytaniem',
  'as many streams as one address may hold are open': 'Z tego adresu otwarto już tyle połączeń, ile wolno',
  'as many streams as allowed are open': 'Otwarto już tyle połączeń, ile wolno',
  'this program keeps no settings file': 'Ten program nie prowadzi pliku ustawień',
  'the settings were changed meanwhile; read them again, and then change them':
    'Ustawienia zmieniły się w międzyczasie; proszę wczytać je ponownie i wtedy zmienić',
  'The settings file {1} cannot be written by this station; change it where its owner can.':
    'Ta stacja nie może zapisać pliku ustawień {1}; proszę zmienić go tam, gdzie może to jego właściciel.',
  'The settings file could not be written: {1}': 'Nie udało się zapisać pliku ustawień: {1}',
  'The settings file cannot be read: {1}': 'Nie można odczytać pliku ustawień: {1}',
  'The settings file {1} cannot be used as it is; "weatherglass doctor" says what is wrong with it.':
    'Pliku ustawień {1} nie można użyć w tej postaci; „weatherglass doctor” mówi, co z nim nie tak.',
  'unknown note {1}': 'Nieznana notatka {1}',
  'there is no connection of that name': 'Nie ma połączenia o tej nazwie',
  'the weather is simulated, so nothing is sent (connections.allow_simulated)':
    'Pogoda jest symulowana, więc nic nie jest wysyłane (connections.allow_simulated)',
  'nothing has been measured yet that could be sent': 'Nie zmierzono jeszcze niczego, co można wysłać',
  'what was measured last lacks what {1} needs': 'Ostatniemu pomiarowi brakuje tego, czego wymaga {1}',
  'the disk takes no note of what is sent': 'Dysk nie zapisuje, co jest wysyłane',
  '{1} has no {2}: nothing can be sent': '{1} nie ma {2}: niczego nie można wysłać',
  '{1} is switched off': '{1} jest wyłączone',
  '{1} can be changed at the station itself, or with its PIN once it asks for one':
    '{1}: można zmienić tylko na samej stacji albo z jej PIN-em, gdy zacznie go wymagać',
  'too many {1} in a short time, try again in {2} s':
    'Zbyt wiele zapytań w krótkim czasie ({1}), następna próba za {2} s',
  '{1} must be a PIN of 4 to 12 digits, or null for none': '{1}: musi to być PIN z 4 do 12 cyfr albo null',
  '{1} must be a line with letters in it': '{1}: musi to być wiersz z literami',
  '{1} must be a zone name such as Europe/Copenhagen': '{1}: musi to być nazwa strefy, na przykład Europe/Copenhagen',
  '{1} must be a time such as 03:30': '{1}: musi to być godzina, na przykład 03:30',
  '{1} must be auto, simulator, sense-hat or replay:FILE':
    '{1}: musi to być auto, simulator, sense-hat albo replay:PLIK',
  '{1} must be at most {2} characters long': '{1}: najwyżej {2} znaków',
  '{1} must be at most {2} entries': '{1}: najwyżej {2} pozycji',
  '{1} must be at least {2}': '{1}: co najmniej {2}',
  '{1} must be at most {2}': '{1}: najwyżej {2}',
  '{1} must be greater than {2}': '{1}: musi być większe niż {2}',
  '{1} must be less than {2}': '{1}: musi być mniejsze niż {2}',
  '{1} must be one of {2}': '{1}: musi to być jedno z: {2}',
  '{1} must be a whole number': '{1}: musi to być liczba całkowita',
  '{1} must be a finite number': '{1}: musi to być liczba',
  '{1} must be a number': '{1}: musi to być liczba',
  '{1} must be true or false': '{1}: musi to być true albo false',
  '{1} must be text': '{1}: musi to być tekst',
  '{1} is required': '{1}: brak wartości',
  '{1} is not a setting': '{1} nie jest ustawieniem',
  'this program tells nothing of itself': 'Ten program nic o sobie nie mówi',
  'The disk takes no copy now ({1}): make room, or try again later.':
    'Dysk nie przyjmuje teraz kopii ({1}): proszę zwolnić miejsce albo spróbować później.',
  'the dashboard has not been built: run "npm run build"':
    'Strona nie jest zbudowana: proszę uruchomić „npm run build”',
  'Not Found': 'Tu niczego nie ma',
  stopped: 'zatrzymano',
  'a training needs {1} hours of readings, and there are {2} minutes so far':
    'Uczenie wymaga odczytów z {1} h, na razie są z {2} min',
  'a training needs {1} hours of readings, and there are {2} hours so far':
    'Uczenie wymaga odczytów z {1} h, na razie są z {2} h',
  'A single point sensor cannot observe approaching systems, so days 2 to 7 are a climatological outlook and not a forecast.':
    'Pojedynczy czujnik nie widzi nadchodzących układów pogodowych, więc dni 2–7 to perspektywa klimatologiczna, a nie prognoza.',
};
