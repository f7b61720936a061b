-- Days by the odometer counted the way in silences; without a line they are worked out again.
update track_day set line = null where mileage_source = 'odometer';
