#!/usr/bin/env python3
"""The chips of a Sense HAT on i2c-stub: chips.py play|golden|write ADDRESS REGISTER VALUE...

`play` fills them and lets their values tremble, as air does, until it is ended: a thermometer that stands still is rightly held for
stuck. `golden` sets each of the golden vectors in turn, and compares what the station then has in its history.
"""
import ctypes, fcntl, json, math, os, sqlite3, struct, sys, time

SLAVE_FORCE, SMBUS, WRITE, BYTE_DATA = 0x0706, 0x0720, 0, 2
VECTORS = json.load(open('/mnt/sense-hat-vectors.json'))
# The stub knows no auto-increment: a burst that names its first register with bit 7 set reads on from there.
MIRRORED = {0x5F, 0x5C, 0x1C}


class Transfer(ctypes.Structure):
    _fields_ = [('read_write', ctypes.c_uint8), ('command', ctypes.c_uint8), ('size', ctypes.c_uint32), ('data', ctypes.c_void_p)]


class Bus:
    def __init__(self, number=1):
        self.handle = os.open(f'/dev/i2c-{number}', os.O_RDWR)

    def write(self, address, register, value):
        fcntl.ioctl(self.handle, SLAVE_FORCE, address)
        data = (ctypes.c_uint8 * 34)(value)
        fcntl.ioctl(self.handle, SMBUS, Transfer(WRITE, register, BYTE_DATA, ctypes.addressof(data)))

    def load(self, address, registers):
        for register, value in registers.items():
            at = int(register, 16) if isinstance(register, str) else register
            self.write(address, at, value)
            if address in MIRRORED:
                self.write(address, at | 0x80, value)
            if address == 0x29 and 0x94 <= at <= 0x9B:
                self.write(address, at + 0x20, value)  # the TCS34725's burst command


def data_only(registers, first, last):
    """Without the chip's settings, which are the station's to write."""
    return {r: v for r, v in registers.items() if first <= int(r, 16) <= last}


def case(chip, wanted):
    return next(c for c in VECTORS[chip]['cases'] if c['name'].startswith(wanted))


def set_world(bus, hts, lps, lsm):
    bus.load(0x5F, {r: v for r, v in hts.items() if r == '0x0f' or int(r, 16) >= 0x27})
    bus.load(0x5C, {r: v for r, v in lps.items() if r == '0x0f' or 0x27 <= int(r, 16) <= 0x2C})
    bus.load(0x6A, {r: v for r, v in lsm['ag_registers'].items() if r == '0x0f' or int(r, 16) in (*range(0x15, 0x1E), *range(0x27, 0x2E))})
    bus.load(0x1C, {r: v for r, v in lsm['mag_registers'].items() if r == '0x0f' or 0x27 <= int(r, 16) <= 0x2D})


# Between 20 and 90 % of the full scale, where the exposure stays: the stub's counts do not follow it.
LIGHT = {0x92: 0x44, 0x93: 0x01, **{at: v for i, n in enumerate((20000, 7000, 8200, 6480)) for at, v in ((0x94 + 2 * i, n & 255), (0x95 + 2 * i, n >> 8))}}


def mild(bus):
    set_world(bus, case('hts221', 'typical')['registers'], case('lps25h', 'standard')['registers'], case('lsm9ds1', 'flat, heading north'))
    bus.load(0x29, LIGHT)


def word(value):
    return struct.pack('<h', value)


def play():
    bus = Bus()
    mild(bus)
    step = 0
    while True:
        step += 1
        tremble = round(6 * math.sin(step) + 4 * math.sin(1.7 * step))
        t, h = word(300 + tremble), word(-2400 + 3 * tremble)
        bus.load(0x5F, {0x28: h[0], 0x29: h[1], 0x2A: t[0], 0x2B: t[1]})
        p = struct.pack('<i', 4150272 + 20 * tremble)
        t = word(-10800 + 2 * tremble)
        bus.load(0x5C, {0x28: p[0], 0x29: p[1], 0x2A: p[2], 0x2B: t[0], 0x2C: t[1]})
        a = word(16393 + tremble)
        bus.load(0x6A, {0x2C: a[0], 0x2D: a[1]})
        time.sleep(1)


def golden():
    hold = float(os.environ.get('HOLD_S', '10'))
    bus = Bus()
    wet = [c for c in VECTORS['hts221']['cases'] if c['expect'].get('temperature_c') is not None and c['expect'].get('humidity_pct') is not None]
    # Calibration is read once, when the chip is started: only cases that share the first one's can be set while it runs.
    calibration = lambda c: [c['registers'].get(f'0x{r:02x}') for r in range(0x30, 0x40)]
    wet = [c for c in wet if calibration(c) == calibration(wet[0])]
    dry = [c for c in VECTORS['lps25h']['cases'] if c['expect'].get('pressure_hpa') is not None and c['expect'].get('temperature_c') is not None]
    turned = [c for c in VECTORS['lsm9ds1']['cases'] if (c['accel_fs_g'], c['gyro_fs_dps'], c['mag_fs_gauss']) == (2, 245, 4) and not any(c['expect'][k] for k in ('accel_clipped', 'gyro_clipped', 'mag_clipped'))]
    seen = []
    for i in range(max(len(wet), len(dry), len(turned))):
        w, d, t = wet[i % len(wet)], dry[i % len(dry)], turned[i % len(turned)]
        set_world(bus, w['registers'], d['registers'], t)
        begin = time.time()
        time.sleep(hold)
        # A sample is stamped before its chips are asked, so one from near the end may hold what is set next.
        seen.append((begin + 0.4 * hold, begin + 0.75 * hold, w, d, t))
    time.sleep(float(os.environ.get('COMMIT_S', '5')) + 5)
    db = sqlite3.connect('file:/var/lib/weatherglass/weatherglass.db?mode=ro', uri=True)
    db.row_factory = sqlite3.Row
    wrong, compared = [], 0
    for begin, end, w, d, t in seen:
        row = db.execute('SELECT * FROM sample WHERE ts_ms BETWEEN ? AND ? ORDER BY ts_ms DESC', (begin * 1000, end * 1000)).fetchone()
        if row is None:
            wrong.append(f"no sample for {w['name']}")
            continue
        expected = {
            'temp_hum_chip': (w['name'], w['expect']['temperature_c']), 'hum_raw': (w['name'], w['expect']['humidity_pct']),
            'press_raw': (d['name'], d['expect']['pressure_hpa']), 'temp_press_chip': (d['name'], d['expect']['temperature_c']),
            **{f'accel_{axis}': (t['name'], value) for axis, value in zip('xyz', t['expect']['accel_g'])},
            **{f'gyro_{axis}': (t['name'], value) for axis, value in zip('xyz', t['expect']['gyro_dps'])},
            **{f'mag_{axis}': (t['name'], value) for axis, value in zip('xyz', t['expect']['mag_ut'])},
        }
        for column, (name, value) in expected.items():
            compared += 1
            if row[column] is None or abs(row[column] - value) > 1e-6 * max(1, abs(value)):
                wrong.append(f'{column} of "{name}": {row[column]}, expected {value}')
    mild(bus)
    print(json.dumps({'cases': len({c['name'] for _, _, *cs in seen for c in cs}), 'compared': compared, 'wrong': wrong[:6]}))


if sys.argv[1] == 'play':
    play()
elif sys.argv[1] == 'golden':
    golden()
else:
    address, *pairs = (int(a, 0) for a in sys.argv[2:])
    Bus().load(address, dict(zip(pairs[::2], pairs[1::2])))
