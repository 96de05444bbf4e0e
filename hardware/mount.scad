// A holder for a Raspberry Pi camera over the middle of a table: the camera looks straight down, a tube or a lamp
// arm carries it. Print both parts lying as they are here, without support, in PLA or PETG, 0.2 mm, 20 % infill.
//
//   hardware/make_stl.sh                    plate.stl and clamp.stl, as they lie in this folder
//
// Lengths are in millimetres. Check the three marked "measure" on your own camera and arm before printing.

part = "both";          // "plate", "clamp" or "both"

// The camera: Camera Module 2, 3 and 3 Wide share this board; for the HQ camera use its own tripod thread.
board = [25, 24];       // width, depth of the board                                    (measure)
hole_apart = [21, 12.5]; // between the centres of its four holes
hole_edge = 2;          // from the board's lower edge to the lower holes
hole = 2.2;             // for M2 screws
lens = 14;              // free square round the lens
lens_edge = 14.5;       // from the lower edge to the lens' centre                       (measure)
cable = 17;             // width of the ribbon cable

// The arm: a round tube.
arm = 16;               // its diameter: a broom handle, a microphone stand, a lamp arm  (measure)
arm_screw = 4.3;        // M4 and a nut close the clamp

// The light ring under the plate, if there is one.
ring_inner = 60;        // inner diameter of an LED ring (24 LEDs: about 60)

wall = 3;
gap = 0.3;              // between parts that shall move
cheek = 5;
$fn = 64;

plate = [max(board[0], lens) + 2 * 8, board[1] + 30];

module plate_part() {
    difference() {
        union() {
            translate([-plate[0] / 2, 0, 0]) cube([plate[0], plate[1], wall]);
            // Four posts keep the parts on the board's back off the plate.
            at_holes() cylinder(d = 5, h = wall + 3);
            // The tongue that the clamp takes.
            translate([-6, plate[1] - 2, 0]) cube([12, 20, 8]);
        }
        at_holes() translate([0, 0, -1]) cylinder(d = hole, h = wall + 5);
        translate([-lens / 2, 4 + lens_edge - lens / 2, -1]) cube([lens, lens, wall + 2]);
        translate([-cable / 2 - 1, 4 + board[1] + 2, -1]) cube([cable + 2, 3, wall + 2]);
        // The axle between tongue and clamp: the plate can be tilted until it hangs level.
        translate([-7, plate[1] + 11, 4]) rotate([0, 90, 0]) cylinder(d = arm_screw, h = 14);
        // Two holes to tie a light ring on.
        for (side = [-1, 1]) translate([side * (plate[0] / 2 - 3), plate[1] / 2, -1]) cylinder(d = 3, h = wall + 2);
    }
}

module at_holes() {
    for (x = [-1, 1], y = [0, 1])
        translate([x * hole_apart[0] / 2, 4 + hole_edge + y * hole_apart[1], 0]) children();
}

module clamp_part() {
    outer = arm + 2 * 4;
    difference() {
        union() {
            cylinder(d = outer, h = 18);
            // Two ears close round the arm.
            translate([0, -9, 0]) cube([outer / 2 + 12, 18, 18]);
            // Two cheeks hold the plate's tongue.
            for (side = [-1, 1])
                translate([-outer / 2 - 20, side * (6 + gap + cheek / 2) - cheek / 2, 0]) cube([28, cheek, 18]);
        }
        translate([0, 0, -1]) cylinder(d = arm + gap, h = 20);
        translate([0, -1.5, -1]) cube([outer, 3, 20]);
        translate([outer / 2 + 6, 10, 9]) rotate([90, 0, 0]) cylinder(d = arm_screw, h = 20);
        translate([-outer / 2 - 11, 15, 9]) rotate([90, 0, 0]) cylinder(d = arm_screw, h = 30);
    }
}

if (part != "clamp") plate_part();
if (part != "plate") translate([60, 20, 0]) clamp_part();
echo(str("inner diameter of the light ring: ", ring_inner, " mm; plate: ", plate[0], " x ", plate[1], " mm"));
