namespace Akka.Actor;

public partial class ActorCell
{
    private TimeSpan? _receiveTimeout;
    private ICancelable? _receiveTimeoutCancelable;

    public TimeSpan? ReceiveTimeout => _receiveTimeout;

    public void SetReceiveTimeout(TimeSpan? timeout = null)
    {
        _receiveTimeout = timeout;
        if (timeout is null)
        {
            CancelReceiveTimeout();
        }
    }

    public void CheckReceiveTimeout(bool reschedule = true)
    {
        if (_receiveTimeout is { } timeout && !_mailbox.MessageQueue.HasMessages)
        {
            if (reschedule || _receiveTimeoutCancelable is null)
            {
                CancelReceiveTimeout();
                _receiveTimeoutCancelable = System.Scheduler.ScheduleTellOnceCancelable(
                    timeout, Self, global::Akka.Actor.ReceiveTimeout.Instance, Self);
            }
        }
        else
        {
            CancelReceiveTimeout();
        }
    }

    private void CancelReceiveTimeout()
    {
        _receiveTimeoutCancelable?.Cancel();
        _receiveTimeoutCancelable = null;
    }
}
