namespace Akka.Actor;

public partial class ActorCell
{
    private TimeSpan? _receiveTimeout;
    private ICancelable? _receiveTimer;

    public void SetReceiveTimeout(TimeSpan? timeout = null)
    {
        _receiveTimeout = timeout;
        if (timeout is null)
        {
            StopReceiveTimer();
        }
    }

    public void CheckReceiveTimeout(bool reschedule = true)
    {
        if (_receiveTimeout is { } timeout && !_mailbox.MessageQueue.HasMessages)
        {
            if (reschedule || _receiveTimer is null)
            {
                StopReceiveTimer();
                _receiveTimer = System.Scheduler.ScheduleTellOnceCancelable(
                    timeout, Self, ReceiveTimeout.Instance, Self);
            }
        }
        else
        {
            StopReceiveTimer();
        }
    }

    private void StopReceiveTimer()
    {
        _receiveTimer?.Cancel();
        _receiveTimer = null;
    }
}
