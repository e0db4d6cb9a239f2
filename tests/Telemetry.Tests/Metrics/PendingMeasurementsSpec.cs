namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>The measurements of all threads, and who records them.</summary>
public sealed class PendingMeasurementsSpec
{
    [Fact]
    public async Task Of_many_threads_no_measurement_is_lost_or_recorded_twice_while_others_record()
    {
        const int Each = 20_000;
        var (system, message) = NewMessage();
        using var metrics = new MetricRecorder(system);
        var recorder = Task.Run(() =>
        {
            for (var i = 0; i < 1_000; i++)
            {
                PendingMeasurements.Record();
            }
        });
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => EmptyThread.Run(() =>
        {
            for (var i = 0; i < Each; i++)
            {
                var measurement = Of(message, worked: 1);
                if (!PendingMeasurements.TryAdd(measurement))
                {
                    measurement.Record();
                }
            }
        })));
        await recorder;

        Assert.Equal(4 * Each, metrics.Values(AkkaMetricNames.ActorProcessDuration).Count);
    }

    [Fact]
    public async Task A_listener_that_collects_in_its_callback_gets_each_value_once()
    {
        var (name, message) = NewMessage();
        var seen = 0;
        using var listener = new MetricRecorder(name, instrument => instrument == AkkaMetricNames.ActorProcessDuration)
        {
            OnRecorded = _ =>
            {
                seen++;
                PendingMeasurements.Record();
            },
        };

        await EmptyThread.Run(() =>
        {
            Assert.True(PendingMeasurements.TryAdd(Of(message, worked: 1)));
            Assert.True(PendingMeasurements.TryAdd(Of(message, worked: 2)));
        });
        PendingMeasurements.Record();

        // another test may record at the same time; a second look waits for it
        await Eventually.True(() =>
        {
            PendingMeasurements.Record();
            return Volatile.Read(ref seen) >= 2;
        });
        Assert.Equal(2, seen);
    }

    [Fact]
    public async Task A_collection_waits_for_slow_listeners_as_long_as_they_go_on()
    {
        var (name, message) = NewMessage();
        using var begun = new ManualResetEventSlim();
        using var listener = new MetricRecorder(name, instrument => instrument == AkkaMetricNames.ActorProcessDuration)
        {
            OnRecorded = _ =>
            {
                begun.Set();
                Thread.Sleep(5);
            },
        };
        for (var i = 0; i < 400; i++)
        {
            Assert.True(PendingMeasurements.TryAdd(Of(message, worked: 1)));
        }

        var first = Task.Factory.StartNew(PendingMeasurements.Record, TaskCreationOptions.LongRunning);
        Assert.True(begun.Wait(TimeSpan.FromSeconds(20)));

        Assert.True(PendingMeasurements.Record());
        Assert.Equal(400, listener.Recorded.Count);
        Assert.True(await first);
    }

    private static (string System, MessageTypeInfo Message) NewMessage()
    {
        var system = $"pending-{Guid.NewGuid():N}";
        Listeners.Publish();
        return (system, new ActorTypeInfo(SystemTags.Next(system), "Any", TimingRate.All, maxMessageTypes: 10).Message(typeof(string)));
    }

    private static MessageMeasurement Of(MessageTypeInfo message, long worked) =>
        new(message, ErrorType: null, Dispatcher: null, Waited: -1, worked, Busy: worked, Allocated: 0, Shift: 0, new ActorLoad());
}
