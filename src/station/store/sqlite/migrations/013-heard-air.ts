/**
 * Air that bought stations tell beside that of the board, in each tick with the number of its series: another sensor is another series.
 * `scale.air` and `scale.barometer` are the series that the forecasts speak of; null is the board.
 */
export const HEARD_AIR = `
ALTER TABLE tick ADD COLUMN heard_air INTEGER;
ALTER TABLE tick ADD COLUMN heard_temp REAL;
ALTER TABLE tick ADD COLUMN heard_hum REAL;
ALTER TABLE tick ADD COLUMN heard_temp_rate REAL;
ALTER TABLE tick ADD COLUMN heard_hum_rate REAL;
ALTER TABLE tick ADD COLUMN heard_barometer INTEGER;
ALTER TABLE tick ADD COLUMN heard_press REAL;
ALTER TABLE tick ADD COLUMN heard_press_rate REAL;
ALTER TABLE scale ADD COLUMN air INTEGER;
ALTER TABLE scale ADD COLUMN barometer INTEGER;
`;
